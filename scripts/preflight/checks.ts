import * as v from 'valibot';
import { prefixOf } from '../../lib/names';
import type { Settings } from '../../lib/settings';
import type { Aws } from '../aws-cli';

/** What a check found. `request` says what to do when the account is not ready. */
export interface Finding {
  readonly says: string;
  readonly request?: string | undefined;
}

export interface Check {
  readonly name: string;
  readonly run: (aws: Aws, settings: Settings) => Promise<Finding>;
}

/** A stage has at most this number of roles (test/stack/limits.test.ts). */
const ROLES_OF_A_STAGE = 250;
const CONCURRENCY = 1_000;
const SIGN_INS_PER_SECOND = 120;

const quotaRequest = (service: string, code: string, value: number): string =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`;

async function ask<S extends v.GenericSchema>(aws: Aws, command: string, schema: S): Promise<v.InferOutput<S>> {
  return v.parse(schema, await aws(command.split(' ')));
}

const Limit = v.object({ AccountLimit: v.object({ ConcurrentExecutions: v.number() }) });
const Account = v.object({ ProductionAccessEnabled: v.optional(v.boolean(), false) });
const Identity = v.object({ VerifiedForSendingStatus: v.optional(v.boolean(), false) });
const Quota = v.object({ Quota: v.object({ Value: v.number() }) });
const Summary = v.object({ SummaryMap: v.object({ Roles: v.number(), RolesQuota: v.number() }) });
const Subscriptions = v.object({
  Subscriptions: v.array(v.object({ TopicArn: v.string(), SubscriptionArn: v.string(), Endpoint: v.string() })),
});

/** The checks of an account and region before a stage is deployed there, or after it. */
const CHECKS: readonly Check[] = [
  {
    name: 'Lambda concurrency (L-B99A9384)',
    run: async (aws) => {
      const { ConcurrentExecutions: limit } = (await ask(aws, 'lambda get-account-settings', Limit)).AccountLimit;
      const request = limit < CONCURRENCY ? quotaRequest('lambda', 'L-B99A9384', CONCURRENCY) : undefined;
      return { says: `${limit} executions at once, ${CONCURRENCY} are needed`, request };
    },
  },
  {
    name: 'SES sandbox',
    run: async (aws, { mailRegion }) => {
      const { ProductionAccessEnabled: isOut } = await ask(aws, 'sesv2 get-account', Account);
      const request = 'docs/operations.md, "Leave the mail sandbox"';
      if (!isOut) return { says: 'the account mails only to verified addresses', request };
      if (mailRegion === undefined) return { says: 'the account may mail to every address' };
      const codes = await ask(aws, `sesv2 get-account --region ${mailRegion}`, Account);
      if (codes.ProductionAccessEnabled) return { says: `the account may mail to every address, in ${mailRegion} too` };
      return { says: `in ${mailRegion}, from where codes come, it mails only to verified addresses`, request };
    },
  },
  {
    name: 'SES identity',
    run: async (aws, { mailIdentity, mailRegion }) => {
      const command = `sesv2 get-email-identity --email-identity ${mailIdentity}`;
      for (const place of mailRegion === undefined ? [''] : ['', ` --region ${mailRegion}`]) {
        const { VerifiedForSendingStatus: isVerified } = await ask(aws, command + place, Identity);
        if (!isVerified)
          return {
            says: `${mailIdentity} is not verified${place && ` in ${mailRegion}`}`,
            request: 'docs/operations.md, "The first deploy", step 1',
          };
      }
      return { says: `${mailIdentity} is verified` };
    },
  },
  {
    name: 'Cognito sign-ins (L-B0B0CBF0)',
    run: async (aws) => {
      const command = 'service-quotas get-service-quota --service-code cognito-idp --quota-code L-B0B0CBF0';
      const { Value: limit } = (await ask(aws, command, Quota)).Quota;
      const request = quotaRequest('cognito-idp', 'L-B0B0CBF0', SIGN_INS_PER_SECOND);
      return {
        says: `${limit} sign-ins and renewals a second; raise it before 5,000 drivers start in the same minute`,
        request: limit < SIGN_INS_PER_SECOND ? request : undefined,
      };
    },
  },
  {
    name: 'IAM roles',
    run: async (aws) => {
      const { Roles, RolesQuota } = (await ask(aws, 'iam get-account-summary', Summary)).SummaryMap;
      const left = RolesQuota - Roles;
      const request = left < ROLES_OF_A_STAGE ? quotaRequest('iam', 'L-FE177D64', RolesQuota + 1_000) : undefined;
      return { says: `${left} of ${RolesQuota} are left; a stage has up to ${ROLES_OF_A_STAGE}`, request };
    },
  },
  {
    name: 'Alarm subscriptions',
    run: async (aws, settings) => {
      const { Subscriptions: all } = await ask(aws, 'sns list-subscriptions', Subscriptions);
      const own = all.filter(({ TopicArn }) => TopicArn.includes(`:${prefixOf(settings)}-`));
      const waiting = own.filter(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation');
      if (own.length === 0) {
        const request = 'set "alarmMail" and "pageMail", deploy, and run this command again';
        return { says: 'no recipient of alarms yet', request };
      }
      return {
        says: `${own.length - waiting.length} of ${own.length} recipients have confirmed`,
        request:
          waiting.length > 0 ? `follow the mailed link: ${waiting.map((one) => one.Endpoint).join(', ')}` : undefined,
      };
    },
  },
];

/** Runs all checks. A question that AWS refuses is a finding too. Returns a line for each check, with what to request below it. */
export async function preflight(aws: Aws, settings: Settings): Promise<string[]> {
  const findings = await Promise.all(
    CHECKS.map(async ({ name, run }) => {
      const { says, request } = await run(aws, settings).catch(notChecked);
      return [
        `${request === undefined ? 'ready  ' : 'request'}  ${name}: ${says}`,
        ...(request ? [`         ${request}`] : []),
      ];
    }),
  );
  return findings.flat();
}

const notChecked = (failure: unknown): Finding => ({
  says: `not checked: ${failure instanceof Error ? failure.message : failure}`,
  request: 'correct this, and run the command again',
});

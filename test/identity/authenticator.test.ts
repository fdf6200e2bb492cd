import {
  AdminSetUserMFAPreferenceCommand,
  AssociateSoftwareTokenCommand,
  CodeMismatchException,
  EnableSoftwareTokenMFAException,
  InternalErrorException,
  NotAuthorizedException,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { beginAuthenticator, confirmAuthenticator } from '../../shared/identity/cognito/authenticator';
import { makeTestContext } from '../support/engine-runtime';
import { mockedCognito, thrown } from '../support/store-cognito';

const cognito = mockedCognito();
beforeEach(() => {
  cognito.reset();
  cognito.on(AssociateSoftwareTokenCommand).resolves({ SecretCode: 'JBSWY3DPEHPK3PXP' });
  cognito.on(VerifySoftwareTokenCommand).resolves({ Status: 'SUCCESS' });
  cognito.on(AdminSetUserMFAPreferenceCommand).resolves({});
});

describe('enrolling an authenticator app', () => {
  test('begins with a secret, asked with the user’s own token', async () => {
    expect(await makeTestContext().use(beginAuthenticator)('access')).toBe('JBSWY3DPEHPK3PXP');
    expect(cognito.commandCalls(AssociateSoftwareTokenCommand)[0]?.args[0].input).toEqual({ AccessToken: 'access' });
  });

  test('that Cognito answers without a secret is a fault of ours', async () => {
    cognito.on(AssociateSoftwareTokenCommand).resolves({});
    await expect(makeTestContext().use(beginAuthenticator)('access')).rejects.toThrow('no secret');
  });

  test('ends with a code, and only then asks for one at every sign-in', async () => {
    const testContext = makeTestContext();
    await testContext.use(confirmAuthenticator)('a-user', 'access', '123456');
    expect(testContext.actions()).toEqual(['VerifySoftwareToken', 'AdminSetUserMFAPreference']);
    expect(cognito.commandCalls(AdminSetUserMFAPreferenceCommand)[0]?.args[0].input).toMatchObject({
      Username: 'a-user',
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
  });

  test.each([
    ['CodeMismatchException', CodeMismatchException],
    ['EnableSoftwareTokenMFAException', EnableSoftwareTokenMFAException],
  ])('with a wrong code (%s) is 400 by the code, and changes nothing', async (_, exception) => {
    cognito.on(VerifySoftwareTokenCommand).rejects(thrown<Error>(exception));
    const testContext = makeTestContext();
    await expect(testContext.use(confirmAuthenticator)('a-user', 'access', '000000')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      field: 'code',
    });
    expect(testContext.actions()).toEqual(['VerifySoftwareToken']);
  });

  test('with a token that is over is UNAUTHENTICATED', async () => {
    cognito.on(AssociateSoftwareTokenCommand).rejects(thrown(NotAuthorizedException));
    cognito.on(AdminSetUserMFAPreferenceCommand).rejects(thrown(NotAuthorizedException));
    await expect(makeTestContext().use(beginAuthenticator)('access')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(makeTestContext().use(confirmAuthenticator)('a-user', 'access', '123456')).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('when Cognito fails is no refusal', async () => {
    const failure = thrown(InternalErrorException);
    cognito.on(VerifySoftwareTokenCommand).rejects(failure);
    await expect(makeTestContext().use(confirmAuthenticator)('a-user', 'access', '123456')).rejects.toBe(failure);
  });
});

/** The context that the synthesis of stage `prod` requires. */
export const PRODUCTION: Readonly<Record<string, string>> = {
  stage: 'prod',
  allowedOrigins: 'https://app.fleet.example',
  mailSender: 'avisos@fleet.example',
  alarmMail: 'guardia@fleet.example',
  monthlyBudget: '300',
  defaultDomains: 'yes',
};

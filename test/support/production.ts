/** The context that the synthesis of stage `prod` requires. */
export const PRODUCTION: Readonly<Record<string, string>> = {
  stage: 'prod',
  allowedOrigins: 'https://app.fleet.example',
  mailSender: 'avisos@fleet.example',
  alarmMail: 'guardia@fleet.example,flota@fleet.example',
  pageMail: 'guardia@fleet.example,https://telefono.example/clave',
  monthlyBudget: '300',
  defaultDomains: 'yes',
};

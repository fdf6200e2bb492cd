/** The context that a stage `prod` cannot be synthesized without. */
export const PRODUCTION: Readonly<Record<string, string>> = {
  stage: 'prod',
  allowedOrigins: 'https://app.fleet.example',
  mailSender: 'avisos@fleet.example',
  alarmMail: 'guardia@fleet.example',
};

import { letter, type Mail } from './mail';

/** Informs the owner of a team that a webhook endpoint was disabled. The mail contains nothing that a person wrote. */
export const webhookDisabledMail = (to: string, reason: 'FAILING' | 'GONE'): Mail => ({
  to,
  subject: 'Se deshabilitó un destino de webhooks',
  text: letter(
    [
      reason === 'GONE'
        ? 'Un destino de webhooks de su empresa respondió que ya no existe (410), así que dejamos de enviarle eventos.'
        : 'Un destino de webhooks de su empresa falló durante cinco días, así que dejamos de enviarle eventos.',
      '',
      'Quien administra la integración puede repararlo, habilitarlo de nuevo y pedir los eventos faltantes.',
    ],
    reason === 'GONE'
      ? 'a webhook endpoint of your team answered that it is gone (410), so we stopped sending events to it. Repair it, enable it and request the missed events.'
      : 'a webhook endpoint of your team failed for five days, so we stopped sending events to it. Repair it, enable it and request the missed events.',
  ),
});

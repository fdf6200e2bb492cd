import { t } from './language.js';

/**
 * Opens a window for a document whose address `find` asks for. It opens in the click itself: a browser blocks a window that opens when the
 * answer comes late. Without an address it is closed again.
 */
export async function openWindow(find) {
  const opened = window.open('', '_blank');
  if (!opened)
    throw new Error(
      t(
        'The browser blocked the window. Allow this page to open windows.',
        'El navegador bloqueó la ventana. Permita que esta página abra ventanas.',
      ),
    );
  // The option `noopener` would return no window here.
  opened.opener = null;
  opened.document.body.textContent = t('One moment…', 'Un momento…');
  try {
    opened.location.replace(await find());
  } catch (failure) {
    opened.close();
    throw failure;
  }
}

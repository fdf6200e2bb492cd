import { useEffect, useRef, useState } from 'preact/hooks';
import { feed } from './feed.js';
import { html } from './html.js';
import { t } from './language.js';
import { useStore } from './store.js';

const SHOWN_MS = 6_000;

/**
 * One line above the page while the server is away, and for some seconds after it is back. It stands in the page's flow, so it covers
 * nothing.
 */
export function Connection() {
  const { isLost } = useStore(feed);
  const wasLost = useRef(false);
  const [isBack, setBack] = useState(false);
  useEffect(() => {
    const isReturn = !isLost && wasLost.current;
    wasLost.current = isLost;
    setBack(isReturn);
    if (!isReturn) return undefined;
    const timer = setTimeout(() => setBack(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  return html`<div role="status" class="connection">
    ${isLost && html`<p class="lost">${t('No connection to the server. This page goes on by itself when the server is back, and keeps what you have typed.', 'Sin conexión con el servidor. Esta página sigue sola cuando el servidor vuelva, y conserva lo escrito.')}</p>`}
    ${!isLost && isBack && html`<p class="back-again">${t('The server is back.', 'El servidor volvió.')}</p>`}
  </div>`;
}

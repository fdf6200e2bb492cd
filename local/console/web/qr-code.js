import { encode } from 'uqr';
import { html } from './html.js';

/** The quiet zone around a QR code that readers need, in modules. Source: ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** A text as a QR code, black on white in every colour scheme. `label` describes it to screen readers. */
export function QrCode({ text, label }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return html`<svg class="qr" viewBox=${`0 0 ${size} ${size}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${size} height=${size} fill="#fff" /><path d=${squares.join('')} fill="#000" />
  </svg>`;
}

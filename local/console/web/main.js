import htm from 'htm';
import { h, render } from 'preact';

const html = htm.bind(h);

render(html`<main><h1>Consola</h1></main>`, document.getElementById('app'));

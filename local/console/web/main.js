import { render } from 'preact';
import { useState } from 'preact/hooks';
import { useAddress } from './address.js';
import { callsFold } from './calls-fold.js';
import { Connection } from './connection.js';
import { startFeed } from './feed.js';
import { html } from './html.js';
import { useLanguage } from './language-switch.js';
import { Notice } from './parts.js';
import { useEndOfOutage, useResource } from './resource.js';
import { guardSamePlace } from './same-place.js';
import { currentOf, sessions } from './sessions.js';
import { Shell } from './shell.js';
import { SignIn } from './sign-in.js';
import { SignInAgain } from './sign-in-again.js';
import { useStore } from './store.js';
import { startTabs } from './tabs.js';
import { guardUnsent } from './unsent.js';
import { takeZoneOf } from './zone.js';

async function readPeople() {
  const response = await fetch('/_local/people');
  return response.json();
}

function App() {
  useLanguage();
  const { path } = useAddress();
  const session = currentOf(useStore(sessions));
  takeZoneOf(session?.team);
  const people = useResource(readPeople);
  const [notice, setNotice] = useState(null);
  const [callId, setCallId] = useState(null);
  useEndOfOutage((isOver) => setNotice((shown) => (isOver(shown?.failure) ? null : shown)));
  const openCall = (id) => {
    setCallId(id);
    if (id) callsFold.set(true);
    if (id && matchMedia('(max-width: 1199px)').matches) location.hash = '#/llamadas';
  };
  const tools = { tell: setNotice, openCall, people: people.data ?? { members: [], drivers: [] } };
  return html`
    <${Connection} />
    ${
      session
        ? html`<${Shell} key=${session.id} session=${session} path=${path} tools=${tools} callId=${callId} />`
        : html`<${SignIn} tell=${setNotice} people=${people} path=${path} />`
    }
    <${SignInAgain} session=${session} people=${tools.people} />
    <${Notice} notice=${notice} close=${() => setNotice(null)} openCall=${openCall} />
  `;
}

guardSamePlace();
guardUnsent();
startTabs();
startFeed();
render(html`<${App} />`, document.getElementById('app'));

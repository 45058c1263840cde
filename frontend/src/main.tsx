import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/lora/wght.css';
import '@fontsource/anton/400.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { followDates } from './features/account/api';
import { loadFirstScreen } from './app/HomeScreen';
import { createAppRouter } from './app/router';
import { keepFocusedLink, notePictures, seedFirstAnswers } from './platform/prerender/prerender';
import { expectSchemas } from './platform/lazy/lazy-schema';
import { addressOf, createQueryClient } from './platform/cache/query-client';
import { rememberedUser } from './platform/session/session-channel';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const queryClient = createQueryClient();
seedFirstAnswers(queryClient, addressOf);
followDates(queryClient);
const router = createAppRouter();
const render = () => {
  document.getElementById('slow-start')?.remove();
  notePictures(root);
  keepFocusedLink(root);
  // The first commit empties the root, so the prerendered content disappears in the same frame in which the app
  // appears.
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  );
};
// The screen's files have been loading since the page arrived. If they fail, the screen shows the error.
loadFirstScreen(queryClient, router).then(render, render);
// For a returning user, the session is fetched next, and its response needs the schemas.
if (rememberedUser() !== null) expectSchemas();

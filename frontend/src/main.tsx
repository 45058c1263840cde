import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/lora/wght.css';
import '@fontsource/anton/400.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
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
const router = createAppRouter();
const render = () => {
  document.getElementById('slow-start')?.remove();
  notePictures(root);
  keepFocusedLink(root);
  // The first commit empties the root: what the server drew there goes in the frame in which the app comes.
  createRoot(root).render(
    <StrictMode>
      <App queryClient={queryClient} router={router} />
    </StrictMode>,
  );
};
// Its files are on their way since the page came. A screen that does not come tells so where it would stand.
loadFirstScreen(queryClient, router).then(render, render);
// For a returning user, the session is fetched next, and its answer needs the schemas.
if (rememberedUser() !== null) expectSchemas();

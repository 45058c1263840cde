import '@fontsource-variable/inter/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createAppRouter } from './app/router';
import { createQueryClient } from './platform/query-client';
import { rememberedUser } from './platform/session-channel';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// Whoever was here before is about to be read with it. If it does not come, the reading meets that and tells.
if (rememberedUser() !== null) import('./domains/accounts/schemas').catch(() => undefined);
const queryClient = createQueryClient();
createRoot(root).render(
  <StrictMode>
    <App queryClient={queryClient} router={createAppRouter()} />
  </StrictMode>,
);

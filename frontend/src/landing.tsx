import { hydrateRoot } from 'react-dom/client';
import { reloadWhenSignedIn, VisitorsPage } from './features/landing/VisitorsPage';

const root = document.getElementById('root');
if (!root) throw new Error('landing.html has no #root');
hydrateRoot(root, <VisitorsPage />);
reloadWhenSignedIn();

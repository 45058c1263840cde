import { hydrateRoot } from 'react-dom/client';
import { reloadWhenSignedIn } from './screens/landing/reload-when-signed-in';
import { VisitorsPage } from './screens/landing/VisitorsPage';

const root = document.getElementById('root');
if (!root) throw new Error('landing.html has no #root');
hydrateRoot(root, <VisitorsPage />);
reloadWhenSignedIn();

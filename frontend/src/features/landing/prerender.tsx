import { renderToString } from 'react-dom/server';
import { VisitorsPage } from './VisitorsPage';

/** Renders the landing page's markup with its styles. Called by the build (build/prerendered-landing.mjs). */
export const prerender = (): string => renderToString(<VisitorsPage />);

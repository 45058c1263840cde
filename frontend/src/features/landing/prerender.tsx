import { renderToString } from 'react-dom/server';
import { VisitorsPage } from './VisitorsPage';

/** The landing page's markup, styles included. Run by the build (build/prerendered-landing.mjs). */
export const prerender = (): string => renderToString(<VisitorsPage />);

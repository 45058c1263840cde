// Replaces 'zod' in the bundle (vite.config.ts). Zod can generate code, which the page's content security policy
// forbids. Zod would detect this by trying, and the browser would report each attempt as a violation.
import { config } from 'zod/v4';

export * from 'zod/v4';

config({ jitless: true });

// Replaces 'zod' in the bundle (vite.config.ts). The page's content security policy forbids the code that zod would
// generate; zod detects that by trying, and the browser reports each attempt as a violation.
import { config } from 'zod/v4';

export * from 'zod/v4';

config({ jitless: true });

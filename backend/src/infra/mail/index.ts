export { Mailer } from './mailer';
export type { Mail } from './mailer';

import { LIMITS } from '@storyreel/contracts';
import { escapeHtml } from '../lib/text';
import { RESET_HOURS } from './password';

export interface SignInPage {
  /** The form to show first: the one that the visitor sent or asked for. */
  form?: 'sign-in' | 'register';
  error?: string;
  /** Messages by field name. */
  fieldErrors?: Record<string, string>;
  email?: string;
  firstName?: string;
  /** True once a link has set a new password. */
  hasNewPassword?: boolean;
  /** True if links for new passwords are sent by mail. */
  sendsMail?: boolean;
  /** Address to open after signing in. */
  next?: string;
}

interface FieldOptions {
  id: string;
  name: string;
  label: string;
  attributes: string;
  value?: string;
  hint?: string;
  error?: string;
  /** Id of the message about the form as a whole. */
  alertId?: string;
  /** True for the field to correct first. */
  hasFocus?: boolean;
}

function field({ id, name, label, attributes, value, hint, error, alertId, hasFocus }: FieldOptions): string {
  const notes = [alertId, hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return `
        <div class="field">
          <label for="${id}">${label}</label>
          <input id="${id}" name="${name}" ${attributes}${value ? ` value="${escapeHtml(value)}"` : ''}${
            notes ? ` aria-describedby="${notes}"` : ''
          }${error ? ' aria-invalid="true"' : ''}${hasFocus ? ' autofocus' : ''}>
          ${hint ? `<p class="hint" id="${id}-hint">${hint}</p>` : ''}
          ${error ? `<p class="field-error" id="${id}-error">${escapeHtml(error)}</p>` : ''}
        </div>`;
}

type Refusal = Pick<FieldOptions, 'error' | 'alertId' | 'hasFocus'>;

const emailField = (id: string, value: string, refusal: Refusal): string =>
  field({
    id,
    name: 'email',
    label: 'E-mail',
    attributes: `type="email" autocomplete="email" required maxlength="${LIMITS.email}"`,
    value,
    ...refusal,
  });

const alert = (message: string | undefined, id: string): string =>
  message ? `<p class="alert" id="${id}" role="alert">${escapeHtml(message)}</p>` : '';

/**
 * Returns the error of each field. The first wrong field gets the focus. If the error names no field, the focus goes to
 * `fallback`, the field that must be typed again.
 */
function refusalsOf({ error, fieldErrors = {} }: SignInPage, alertId: string, fallback: string) {
  const focused = Object.keys(fieldErrors)[0] ?? (error && fallback);
  return (name: string): Refusal => ({
    error: fieldErrors[name],
    hasFocus: name === focused,
    alertId: error && name === focused ? alertId : undefined,
  });
}

function frame(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Storyreel</title>
    <script src="/theme.js"></script>
    <link rel="stylesheet" href="/api/login.css">
  </head>
  <body>
    <main>
      <a class="brand" href="/">
        <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect x="8" y="2" width="16" height="28" rx="5"/><path d="M17.6 7.5l-5.1 8h3.3l-1.3 8.5 5.6-9.6h-3.4z"/></svg>
        Storyreel
      </a>
${main}
    </main>
  </body>
</html>
`;
}

const submit = (label: string, isFirst: boolean): string =>
  `<button type="submit"${isFirst ? ' class="primary"' : ''}>${label}</button>`;

const FORGOT_BY_MAIL = '<a href="/api/login/forgot">Forgot your password?</a>';
const FORGOT_BY_OPERATOR = 'Forgot your password? Whoever runs this site can send you a link that sets a new one.';

function signInForm(page: SignInPage, isFirst: boolean, next: string): string {
  const refusal = refusalsOf(page, 'sign-in-alert', 'password');
  return `
      <section aria-labelledby="sign-in-title">
        <h2 id="sign-in-title">Sign In</h2>
        ${alert(page.error, 'sign-in-alert')}
        ${page.hasNewPassword ? '<p role="status">Your new password is set. Sign in with it.</p>' : ''}
        <form method="post" action="/api/login">${next}
        ${emailField('sign-in-email', page.email ?? '', refusal('email'))}
        ${field({
          id: 'sign-in-password',
          name: 'password',
          label: 'Password',
          attributes: `type="password" autocomplete="current-password" required maxlength="${LIMITS.passwordMax}"`,
          ...refusal('password'),
        })}
        ${submit('Sign In', isFirst)}
        <p class="hint">${page.sendsMail ? FORGOT_BY_MAIL : FORGOT_BY_OPERATOR}</p>
        </form>
      </section>`;
}

function registerForm(page: SignInPage, isFirst: boolean, next: string): string {
  const refusal = refusalsOf(page, 'register-alert', 'email');
  return `
      <section aria-labelledby="register-title">
        <h2 id="register-title">Create Account</h2>
        ${alert(page.error, 'register-alert')}
        <form method="post" action="/api/register">${next}
        ${field({
          id: 'register-first-name',
          name: 'firstName',
          label: 'First name <span class="optional">(optional)</span>',
          attributes: `type="text" autocomplete="given-name" maxlength="${LIMITS.firstName}"`,
          value: page.firstName,
          ...refusal('firstName'),
        })}
        ${emailField('register-email', page.email ?? '', refusal('email'))}
        ${field({
          id: 'register-password',
          name: 'password',
          label: 'Password',
          attributes: `type="password" autocomplete="new-password" required minlength="${LIMITS.passwordMin}" maxlength="${LIMITS.passwordMax}"`,
          hint: `At least ${LIMITS.passwordMin} characters.`,
          ...refusal('password'),
        })}
        ${submit('Create Account', isFirst)}
        <p class="hint">New accounts start with 100 free zaps.</p>
        </form>
      </section>`;
}

/** The product's own sign-in page. Its forms work without JavaScript; only the chosen theme needs it. */
export function signInPage(page: SignInPage = {}): string {
  const signingIn = page.form === 'sign-in';
  const next =
    page.next && page.next !== '/' ? `<input type="hidden" name="next" value="${escapeHtml(page.next)}">` : '';
  const forms = [
    registerForm(signingIn ? {} : page, !signingIn, next),
    signInForm(signingIn ? page : { sendsMail: page.sendsMail }, signingIn, next),
  ];
  return frame(
    page.error ? 'Error · Sign In' : 'Sign In',
    `      <h1>Turn a story into short videos</h1>
      <div class="cards">${(signingIn ? forms.reverse() : forms).join('')}
      </div>`,
  );
}

/** Page shown when the identity provider did not sign the visitor in. */
export const signInFailedPage = (message: string): string =>
  frame(
    'Sign-in failed',
    `      <h1>You aren't signed in</h1>
      <section>
        ${alert(message, 'sign-in-alert')}
        <p><a class="button primary" href="/api/login">Try Again</a> <a class="button" href="/">Back to Home</a></p>
      </section>`,
  );

interface ResetPage {
  token: string;
  email: string;
  fault?: string;
}

/** Page that asks for a new password; with null, it says that the link has been used or has expired. */
export function resetPage(page: ResetPage | null): string {
  if (!page) {
    return frame(
      'Link Expired',
      `      <h1>This link no longer works</h1>
      <section>
        <p>It was already used, or it has expired. Ask for a new one.</p>
        <p><a class="button primary" href="/api/login?form=sign-in">Sign In</a></p>
      </section>`,
    );
  }
  return frame(
    page.fault ? 'Error · New Password' : 'New Password',
    `      <h1>Choose a new password</h1>
      <section>
        <p>For ${escapeHtml(page.email)}. Setting it signs you out everywhere. Then sign in with the new password.</p>
        <form method="post" action="/api/login/reset">
        <input type="hidden" name="token" value="${escapeHtml(page.token)}">
        <input type="hidden" autocomplete="username" value="${escapeHtml(page.email)}">
        ${field({
          id: 'reset-password',
          name: 'password',
          label: 'New password',
          attributes: `type="password" autocomplete="new-password" required minlength="${LIMITS.passwordMin}" maxlength="${LIMITS.passwordMax}"`,
          hint: `At least ${LIMITS.passwordMin} characters.`,
          error: page.fault,
          hasFocus: true,
        })}
        ${submit('Set Password', true)}
        </form>
      </section>`,
  );
}

export interface ForgottenPage {
  email?: string;
  fault?: string;
  /** True after a request for a link, whether or not an account has the address. */
  isSent?: boolean;
}

/** Page that asks for the e-mail address to which a link for a new password is sent. */
export function forgottenPage({ email, fault, isSent }: ForgottenPage): string {
  const back = '<p class="hint"><a href="/api/login?form=sign-in">Back to sign-in</a></p>';
  if (isSent) {
    return frame(
      'Check Your E-mail',
      `      <h1>Check your e-mail</h1>
      <section>
        <p role="status">If an account has the address ${escapeHtml(email ?? '')}, a link is on its way there. It works once, within ${RESET_HOURS} hours.</p>
        ${back}
      </section>`,
    );
  }
  return frame(
    fault ? 'Error · Forgotten Password' : 'Forgotten Password',
    `      <h1>Forgot your password?</h1>
      <section>
        <p>We send a link that sets a new one.</p>
        <form method="post" action="/api/login/forgot">
        ${emailField('forgot-email', email ?? '', { error: fault, hasFocus: true })}
        ${submit('Send Link', true)}
        </form>
        ${back}
      </section>`,
  );
}

export const logoutPage = (email: string): string =>
  frame(
    'Log Out',
    `      <h1>Log out?</h1>
      <section>
        <p>You are signed in as ${escapeHtml(email)}.</p>
        <form method="post" action="/api/logout"><button type="submit" class="primary">Log Out</button></form>
        <p class="hint"><a href="/">Stay signed in</a></p>
      </section>`,
  );

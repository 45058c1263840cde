import { signInPage } from './sign-in.page';

describe('the sign-in page', () => {
  it('has a form to sign in, one to create an account, and no script but the one for the theme', () => {
    const page = signInPage();
    expect(page).toContain('<form method="post" action="/api/login">');
    expect(page).toContain('<form method="post" action="/api/register">');
    expect(page.match(/<script.*/g)).toEqual(['<script src="/theme.js"></script>']);
    expect(page).not.toMatch(/ on\w+=/);
    expect(page).not.toContain('style=');
  });
  it('keeps the e-mail of the form that failed and shows its error there', () => {
    const page = signInPage({ form: 'register', error: 'Taken.', email: 'ada@example.com' });
    expect(page).toContain('role="alert">Taken.');
    expect(page.match(/value="ada@example\.com"/g)).toHaveLength(1);
    expect(page.indexOf('Taken.')).toBeGreaterThan(page.indexOf('Create Account'));
  });
  it('associates the error of a field with the field', () => {
    const page = signInPage({ form: 'register', fieldErrors: { password: 'Too short.' } });
    expect(page).toContain('aria-describedby="register-password-hint register-password-error" aria-invalid="true"');
  });
  it.each([
    [
      'the first invalid field',
      { form: 'register', error: 'Correct it.', fieldErrors: { password: 'Short.' } },
      'register-password',
    ],
    ['the e-mail address when it is taken', { form: 'register', error: 'Taken.' }, 'register-email'],
    ['the password when it does not match', { form: 'sign-in', error: 'No such pair.' }, 'sign-in-password'],
  ] as const)('puts the focus on %s, which is described by its error', (_, refused, id) => {
    const focused = signInPage(refused).match(/<input [^>]*autofocus>/g);
    expect(focused).toHaveLength(1);
    expect(focused?.[0]).toContain(`id="${id}"`);
    expect(focused?.[0]).toContain(`aria-describedby="${refused.form}-alert`);
  });
  it('sets no focus when nothing was refused', () => {
    expect(signInPage({ form: 'sign-in', email: 'ada@example.com' })).not.toContain('autofocus');
  });
  it('escapes the typed values', () => {
    const page = signInPage({ form: 'sign-in', email: '"><img src=x onerror=alert(1)>' });
    expect(page).not.toContain('<img');
    expect(page).toContain('&quot;&gt;&lt;img');
  });
});

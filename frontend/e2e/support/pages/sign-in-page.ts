import type { Locator, Page } from '@playwright/test';

interface Credentials {
  email: string;
  password: string;
}

/** The product's own page at /api/login: forms to sign in and to create an account. */
export class SignInPage {
  private readonly signInForm: Locator;
  private readonly registerForm: Locator;
  readonly alert: Locator;

  constructor(private readonly page: Page) {
    this.signInForm = page.getByRole('region', { name: 'Sign In' });
    this.registerForm = page.getByRole('region', { name: 'Create Account' });
    this.alert = page.getByRole('alert');
  }

  async open(): Promise<void> {
    await this.page.goto('/api/login');
  }

  async signIn({ email, password }: Credentials): Promise<void> {
    await this.signInForm.getByLabel('E-mail').fill(email);
    await this.signInForm.getByLabel('Password').fill(password);
    await this.signInForm.getByRole('button', { name: 'Sign In' }).click();
  }

  async createAccount({ email, password, firstName = '' }: Credentials & { firstName?: string }): Promise<void> {
    await this.registerForm.getByLabel('First name').fill(firstName);
    await this.registerForm.getByLabel('E-mail').fill(email);
    await this.registerForm.getByLabel('Password').fill(password);
    await this.registerForm.getByRole('button', { name: 'Create Account' }).click();
  }
}

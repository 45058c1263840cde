import { passwordFault, registrationSchema } from './password';

describe('a password', () => {
  it.each(['qwertyuiop', 'Password123', '1234567890', 'PasswordPassword'])('%s is too common', (password) => {
    expect(passwordFault(password, 'ada@example.com')).toContain('is too common');
  });

  it.each(['ada.lovelace', 'Ada.Lovelace', 'ADA.LOVELACE@example.com'])('%s is the e-mail address', (password) => {
    expect(passwordFault(password, 'ada.lovelace@example.com')).toContain('e-mail address');
  });

  it.each(['correct horse battery', 'ada.lovelace 1815', 'Übergrößenträger'])('%s is accepted', (password) => {
    expect(passwordFault(password, 'ada.lovelace@example.com')).toBeNull();
  });

  it('gets its error beside its field', () => {
    const { error } = registrationSchema.safeParse({ email: 'ada@example.com', password: 'qwertyuiop' });
    expect(error?.issues).toMatchObject([{ path: ['password'] }]);
  });
});

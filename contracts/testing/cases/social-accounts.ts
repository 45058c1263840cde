import { deletedResponseSchema } from '@storyreel/contracts';
import type { ContractCase } from '../visitor';
import { accountOf, accountsOf, connect, postsOf, wordsFor, write } from './social-steps';
import { INVALID, NOT_FOUND } from './steps';

export const SOCIAL_ACCOUNT_CASES: ContractCase[] = [
  {
    title: 'an account is connected to the sandbox, active, and listed in order [SOCIAL-07] [SOCIAL-08]',
    async run(side) {
      const visitor = await side.newcomer();
      expect(await accountsOf(visitor)).toEqual([]);
      const youtube = await connect(visitor, 'youtube');
      expect(youtube).toMatchObject({
        platform: 'youtube',
        accountName: 'My youtube account',
        accountId: 'my-youtube',
        isActive: true,
        kind: 'sandbox',
      });
      const tiktok = await connect(visitor, 'tiktok');
      expect(await accountsOf(visitor)).toEqual([youtube, tiktok]);
    },
  },
  {
    title: 'an account needs a platform, a name, an id, a token and to be active [SOCIAL-08]',
    async run(side) {
      const visitor = await side.newcomer();
      const whole = accountOf('youtube');
      const { accessToken: _, ...withoutToken } = whole;
      const wrong = [
        { ...whole, platform: 'myspace' },
        { ...whole, accountName: ' ' },
        { ...whole, accountId: '' },
        { ...whole, isActive: false },
        withoutToken,
      ];
      for (const body of wrong) {
        expect(await visitor.refusal('POST /api/social/accounts', { body })).toEqual(INVALID);
      }
      expect(await accountsOf(visitor)).toEqual([]);
    },
  },
  {
    title: 'an account that is connected again keeps its id',
    async run(side) {
      const visitor = await side.newcomer();
      const first = await connect(visitor, 'youtube');
      expect((await connect(visitor, 'youtube')).id).toBe(first.id);
      const other = await connect(visitor, 'youtube', 'another-channel');
      expect((await accountsOf(visitor)).map(({ id }) => id)).toEqual([first.id, other.id]);
    },
  },
  {
    title: 'a removed account disappears, and its posts stay [SOCIAL-10]',
    async run(side) {
      const visitor = await side.newcomer();
      const account = await connect(visitor, 'youtube');
      const post = await write(visitor, account);
      const route = `DELETE /api/social/accounts/${account.id}`;
      expect(await visitor.get(deletedResponseSchema, route)).toEqual({ id: account.id });
      expect(await accountsOf(visitor)).toEqual([]);
      expect(await postsOf(visitor)).toEqual([post]);
      expect(await visitor.refusal(route)).toEqual(NOT_FOUND);
      const body = wordsFor(account);
      expect(await visitor.refusal('POST /api/social/posts', { body })).toEqual(NOT_FOUND);
    },
  },
];

import { z } from 'zod';

/** TikTok's names for the audiences of a video. An account offers some of them. */
export const TIKTOK_PRIVACY_LEVELS = [
  'PUBLIC_TO_EVERYONE',
  'FOLLOWER_OF_CREATOR',
  'MUTUAL_FOLLOW_FRIENDS',
  'SELF_ONLY',
] as const;
export const tiktokPrivacySchema = z.enum(TIKTOK_PRIVACY_LEVELS);
export type TikTokPrivacy = z.infer<typeof tiktokPrivacySchema>;

/**
 * The choices that TikTok requires an author to make for every post, none of them preselected
 * (developers.tiktok.com/doc/content-sharing-guidelines, read 2026-11-28).
 */
export const tiktokSettingsSchema = z
  .object({
    privacyLevel: tiktokPrivacySchema,
    allowsComments: z.boolean(),
    allowsDuets: z.boolean(),
    allowsStitches: z.boolean(),
    /** True when the video promotes its author's own business. */
    promotesOwnBrand: z.boolean(),
    /** True when the video promotes another brand, which pays for it. */
    promotesOthersBrand: z.boolean(),
  })
  .refine(({ promotesOthersBrand, privacyLevel }) => !(promotesOthersBrand && privacyLevel === 'SELF_ONLY'), {
    message: 'Branded content cannot be private on TikTok.',
    path: ['privacyLevel'],
  });
export type TikTokSettings = z.output<typeof tiktokSettingsSchema>;

/** What a TikTok account can do at this moment, as TikTok reports it. */
export const tiktokCreatorSchema = z.object({
  nickname: z.string(),
  privacyLevels: tiktokPrivacySchema.array(),
  /** True for features that the account's owner has switched off in TikTok's own settings. */
  commentsOff: z.boolean(),
  duetsOff: z.boolean(),
  stitchesOff: z.boolean(),
  /** The longest video that the account may post; null if TikTok does not say. */
  longestSeconds: z.number().nullable(),
  /** False while TikTok has not audited this installation. Until then, only the author can watch the posts. */
  isAudited: z.boolean(),
});
export type TikTokCreator = z.infer<typeof tiktokCreatorSchema>;

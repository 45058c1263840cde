import { tiktokPrivacySchema } from '@storyreel/contracts';
import type { SocialAccount, TikTokCreator, TikTokPrivacy, TikTokSettings } from '@storyreel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { getQueryFn } from '../../../platform/cache/query-client';
import { reasonOf } from '../../../platform/http/failures';
import { lazySchema } from '../../../platform/lazy/lazy-schema';

/** TikTok's choices as a form holds them. TikTok wants the author to make each choice, so there are no defaults. */
export const tiktokDraftSchema = z.object({
  /** The chosen audience; '' until one is chosen. */
  privacyLevel: z.union([tiktokPrivacySchema, z.literal('')]),
  allowsComments: z.boolean(),
  allowsDuets: z.boolean(),
  allowsStitches: z.boolean(),
  isCommercial: z.boolean(),
  promotesOwnBrand: z.boolean(),
  promotesOthersBrand: z.boolean(),
});
export type TikTokDraft = z.infer<typeof tiktokDraftSchema>;

export const NO_TIKTOK_CHOICES: TikTokDraft = {
  privacyLevel: '',
  allowsComments: false,
  allowsDuets: false,
  allowsStitches: false,
  isCommercial: false,
  promotesOwnBrand: false,
  promotesOthersBrand: false,
};

export const tiktokDraftOf = (settings: TikTokSettings | null): TikTokDraft =>
  settings
    ? { ...settings, isCommercial: settings.promotesOwnBrand || settings.promotesOthersBrand }
    : NO_TIKTOK_CHOICES;

/** Converts the form's choices to the API's; null until an audience is chosen. */
export function tiktokSettingsOf({ isCommercial, privacyLevel, ...draft }: TikTokDraft): TikTokSettings | null {
  if (privacyLevel === '') return null;
  const { promotesOwnBrand, promotesOthersBrand } = draft;
  return {
    ...draft,
    privacyLevel,
    promotesOwnBrand: isCommercial && promotesOwnBrand,
    promotesOthersBrand: isCommercial && promotesOthersBrand,
  };
}

/** Returns true if an account's posts reach TikTok itself; the sandbox requires no choices. */
export const asksForChoices = (account: SocialAccount | null | undefined): boolean =>
  account?.platform === 'tiktok' && account.kind === 'oauth';

/** Returns true when an account can choose an audience for a post. */
export const canWatch = (
  level: TikTokPrivacy,
  creator: Pick<TikTokCreator, 'privacyLevels' | 'isAudited'>,
  isBranded: boolean,
): boolean => creator.privacyLevels.includes(level) && (level === 'SELF_ONLY' ? !isBranded : creator.isAudited);

const lengthWords = (seconds: number): string =>
  seconds < 120 ? `${Math.ceil(seconds)} seconds` : `${Math.floor(seconds / 60)} min ${Math.ceil(seconds % 60)} s`;

/**
 * Returns the message about a video that is longer than the account may post; undefined when it is not, or while either
 * length is unknown.
 */
export function lengthFault(creator: TikTokCreator | undefined, seconds: number | null): string | undefined {
  const longest = creator?.longestSeconds ?? null;
  if (longest === null || seconds === null || seconds <= longest) return undefined;
  return `TikTok takes at most ${lengthWords(longest)} from this account. This video lasts ${lengthWords(seconds)}.`;
}

/** Returns the message about a missing choice or about one that TikTok would refuse; undefined when there is none. */
export function choiceFault(draft: TikTokDraft, creator: TikTokCreator | undefined): string | undefined {
  const { privacyLevel, isCommercial, promotesOwnBrand, promotesOthersBrand } = draft;
  if (privacyLevel === '') return 'Choose who can watch this video on TikTok.';
  if (isCommercial && !promotesOwnBrand && !promotesOthersBrand)
    return 'Say if the video promotes your own brand, another one, or both.';
  const isBranded = isCommercial && promotesOthersBrand;
  if (isBranded && privacyLevel === 'SELF_ONLY')
    return "Branded content can't be private. Choose who else can watch it.";
  if (creator && !canWatch(privacyLevel, creator, isBranded))
    return "TikTok doesn't offer this audience to your account. Choose another one.";
  return undefined;
}

/** Reads the length of a video in seconds; null while it is not known. */
function useVideoSeconds(url: string | null): number | null {
  const [read, setRead] = useState<{ url: string; seconds: number } | null>(null);
  useEffect(() => {
    if (url === null) return undefined;
    const video = document.createElement('video');
    const onRead = () => {
      if (Number.isFinite(video.duration)) setRead({ url, seconds: video.duration });
    };
    video.addEventListener('loadedmetadata', onRead);
    video.preload = 'metadata';
    video.src = url;
    return () => {
      video.removeEventListener('loadedmetadata', onRead);
      video.removeAttribute('src');
    };
  }, [url]);
  return read !== null && read.url === url ? read.seconds : null;
}

export interface TikTokChoices {
  /** False if the chosen account is not on TikTok itself, so that nothing is shown or checked. */
  isAsked: boolean;
  creator: TikTokCreator | undefined;
  /** Why TikTok did not tell what the account may choose; null when it did. */
  unread: string | null;
  retry: () => unknown;
  /** Message about a video that is too long; it is shown at once. */
  tooLong: string | undefined;
  /** Message about missing choices; it is shown once the author has tried to send the post. */
  fault: string | undefined;
}

/** Asks TikTok what the account may choose whenever a form is opened, and checks the choices. */
export function useTikTokChoices(
  account: SocialAccount | null | undefined,
  draft: TikTokDraft,
  videoUrl: string | null,
): TikTokChoices {
  const isAsked = asksForChoices(account);
  const { data, error, refetch } = useQuery({
    queryKey: ['/api/social/accounts', account?.id ?? '', 'tiktok-creator'],
    queryFn: getQueryFn(lazySchema('tiktokCreatorSchema')),
    enabled: isAsked,
    staleTime: 0,
  });
  const seconds = useVideoSeconds(isAsked ? videoUrl : null);
  const tooLong = isAsked ? lengthFault(data, seconds) : undefined;
  return {
    isAsked,
    creator: data,
    unread: error && !data ? (reasonOf(error) ?? "TikTok didn't say what this account may post.") : null,
    retry: refetch,
    tooLong,
    fault: isAsked ? (tooLong ?? choiceFault(draft, data)) : undefined,
  };
}

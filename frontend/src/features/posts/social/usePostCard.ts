import { isBlank, PLATFORM_PROFILES } from '@storyreel/contracts';
import type { CreatePostRequest, SocialPlatform } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { visitorZone } from '../../../platform/time/zoned-time';
import { tellError, toast } from '../../../ui';
import { useProject } from '../../projects/api';
import { useScenes } from '../../scenes/api';
import { accountOn, useSocialAccounts } from '../api';
import { createPosts, describePost, tellCreated } from '../post-commands';
import {
  chosenVideo,
  emptyDraft,
  faultsOf,
  FIRST_VIDEO,
  NO_PROJECT,
  requestsOf,
  textOf,
  wordLimits,
} from '../post-draft';
import type { PostDraft } from '../post-draft';
import { selectableVideos } from '../selectable-videos';
import { useTikTokChoices } from '../tiktok/tiktok-choices';
import { usePostForm } from '../usePostForm';

/** Creates the posts and shows the outcome as a toast; returns the platforms still missing. */
export async function submitPosts(
  queryClient: QueryClient,
  posts: readonly CreatePostRequest[],
): Promise<SocialPlatform[]> {
  const { created, failed } = await createPosts(queryClient, posts);
  const [first] = failed;
  if (first) tellError('Creation Failed', first.error, 'Failed to create post. Please try again.');
  else tellCreated(queryClient, created);
  return failed.map(({ platform }) => platform);
}

const list = new Intl.ListFormat('en');
const namesOf = (platforms: readonly SocialPlatform[]): string =>
  list.format(platforms.map((platform) => PLATFORM_PROFILES[platform].name));

/** The card's draft: follows the current project; its text survives leaving the page until posted. */
function usePostDraft(currentProjectId: string | null) {
  const [draft, setDraft] = useState(() => emptyDraft(currentProjectId));
  const [followed, setFollowed] = useState(currentProjectId);
  if (followed !== currentProjectId) {
    setFollowed(currentProjectId);
    setDraft({ ...draft, projectId: currentProjectId ?? NO_PROJECT, video: FIRST_VIDEO });
  }
  const form = usePostForm('social-post/new', textOf, emptyDraft(null), draft);
  return {
    draft,
    form,
    change: (part: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...part })),
    reset: () => setDraft(emptyDraft(currentProjectId)),
  };
}

/**
 * The state and commands of the card for a new post.
 * @param refuse called when fields have errors
 */
export function usePostCard(currentProjectId: string | null, refuse: () => void) {
  const queryClient = useQueryClient();
  const zone = visitorZone();
  const { draft, form, change, reset } = usePostDraft(currentProjectId);
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState('');

  const { data: known } = useSocialAccounts();
  const accounts = known ?? [];
  const projectId = draft.projectId === NO_PROJECT ? null : draft.projectId;
  const { data: project } = useProject(projectId);
  const { data: scenes = [] } = useScenes(projectId);
  const videos = projectId === null ? [] : selectableVideos(project, scenes);
  const video = chosenVideo(draft, videos);

  // Deselects a platform whose account was removed.
  const platforms = draft.platforms.filter((platform) => accountOn(platform, accounts));
  const shown = { ...draft, platforms };
  const limits = wordLimits(draft, platforms);
  const tiktokAccount = platforms.includes('tiktok') ? accountOn('tiktok', accounts) : null;
  const choices = useTikTokChoices(tiktokAccount, draft.tiktok, video?.url ?? null);
  // A draft may wait for its choices.
  const isRefused = choices.fault !== undefined && draft.day !== '';
  const faults = submitted ? faultsOf(shown, new Date(), zone) : {};

  function empty(): void {
    setSubmitted(false);
    setMade('');
    reset();
  }

  function clear(): void {
    const before = draft;
    empty();
    if (textOf(before) === textOf(emptyDraft(null))) return;
    toast({ title: 'Form cleared', undo: () => form.put(before, change) });
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    setSubmitted(true);
    // The fields show the errors.
    if (Object.keys(faultsOf(shown, new Date(), zone)).length > 0 || !limits.met || isRefused) return refuse();
    setPending(true);
    const requests = requestsOf(shown, accounts, video, zone);
    const left = await submitPosts(queryClient, requests);
    setPending(false);
    if (left.length === 0) {
      form.kept.saved(textOf(draft));
      return empty();
    }
    // The next attempt must not create these posts again.
    setMade(namesOf(platforms.filter((platform) => !left.includes(platform))));
    change({ platforms: left });
    form.partlySent(draft, { ...draft, platforms: left });
  }

  async function describe(): Promise<void> {
    const wanted = { title: draft.title.trim(), platforms, project: project ?? null };
    await describePost(queryClient, wanted, (content) => {
      const before = form.newest();
      form.put({ ...before, content }, () => change({ content }));
      if (isBlank(before.content)) return undefined;
      // Text typed after the request was not part of the replacement that the user confirmed, so it is offered back.
      const withdraw = before.content === draft.content ? null : form.offer(before);
      return () => {
        withdraw?.();
        form.put(before, () => change({ content: before.content }));
      };
    });
  }

  return {
    draft: shown,
    change,
    kept: form.kept,
    /** Undefined while loading. */
    accounts: known,
    /** Undefined while none is chosen. */
    videos: projectId === null ? undefined : videos,
    video,
    limits,
    faults,
    choices,
    /** TikTok's choices are missing, or refused. */
    lacksChoices: submitted && isRefused,
    zone,
    pending,
    /** The names of the platforms whose post exists; '' for none. */
    made,
    clear,
    submit,
    describe,
  };
}

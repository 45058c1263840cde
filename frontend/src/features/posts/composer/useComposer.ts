import type { ContentTemplate, SocialAccount } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { createPosts, tellCreated } from '../post-commands';
import { usePostForm } from '../usePostForm';
import { toast } from '../../../ui';
import { formAccount, postProblems } from './post-rules';
import { fillTemplate, textOf } from './composer-draft';
import type { PostDraft, ProjectLink } from './composer-draft';
import { leftOver, postRequests, reportOf, notifyOfReport, notifyOfSkipped } from './submission';
import type { PostReport } from './submission';
import { addTags } from '../tags';
import { usePostMedia } from './MediaField';

/** Text left in the hashtag and mention fields is meant to be part of the post. */
function withDraftedTags(draft: PostDraft): PostDraft {
  const hashtags = addTags(draft.hashtags, draft.hashtagDraft, 'hashtag');
  const mentions = addTags(draft.mentions, draft.mentionDraft, 'mention');
  return {
    ...draft,
    hashtags: hashtags.tags,
    hashtagDraft: hashtags.rest,
    mentions: mentions.tags,
    mentionDraft: mentions.rest,
  };
}

/** The composer's state and commands. @param empty the post that follows one that was sent or cleared */
export function useComposer(beginning: PostDraft, empty: PostDraft) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toCalendar = () => void navigate({ to: '/social', search: ({ project }) => ({ project }) });
  const [opened, setOpened] = useState(beginning);
  const [draft, setDraft] = useState(opened);
  /** The time of the last attempt to send; errors are shown from then on. */
  const [triedAt, setTriedAt] = useState<Date | null>(null);
  const [report, setReport] = useState<PostReport | null>(null);
  const [isPending, setPending] = useState(false);
  /** Blocks a second click that comes before the screen rerenders. */
  const sending = useRef(false);
  const form = usePostForm('create-post', textOf, opened, draft);
  const set = (change: Partial<PostDraft>) => setDraft((before) => ({ ...before, ...change }));
  const uploads = usePostMedia({
    attached: draft.media.length,
    onUploaded: (file) => setDraft((before) => ({ ...before, media: [...before.media, file] })),
  });

  function show(next: PostDraft): void {
    setDraft(next);
    setTriedAt(null);
    setReport(null);
  }

  function startAnew(): void {
    setOpened(empty);
    show(empty);
    uploads.clear();
  }

  /** Resolves to true when sending was at least started; false when fields have errors or uploads are running. */
  async function submit(
    accounts: readonly SocialAccount[],
    link: ProjectLink,
    /** What TikTok would refuse of its choices. */
    refusal?: string,
  ): Promise<boolean> {
    if (sending.current) return true;
    const now = new Date();
    const ready = withDraftedTags(draft);
    const problems = postProblems(ready, formAccount(ready.platforms, accounts), now);
    setDraft(ready);
    setTriedAt(now);
    setReport(null);
    if (Object.keys(problems).length > 0 || refusal !== undefined || uploads.isUploading) {
      if (problems.socialAccountId) notifyOfSkipped(ready.platforms);
      return false;
    }
    const { requests, skipped } = postRequests(ready, accounts, link);
    sending.current = true;
    setPending(true);
    const outcome = await createPosts(queryClient, requests);
    const result = reportOf(outcome, skipped);
    sending.current = false;
    setPending(false);
    notifyOfReport(result, () => tellCreated(queryClient, outcome.created, toCalendar));
    const rest = leftOver(ready.platforms, result);
    if (rest.length === 0) {
      form.kept.saved(textOf(ready));
      startAnew();
    } else {
      const unsent = { ...ready, platforms: rest };
      form.partlySent(ready, unsent);
      show(unsent);
      setReport(result);
    }
    return true;
  }

  return {
    draft,
    set,
    show,
    kept: form.kept,
    uploads,
    report,
    isPending,
    submit,
    /** Errors by field, once sending was attempted. */
    problemsFor: (accounts: readonly SocialAccount[]) =>
      triedAt ? postProblems(draft, formAccount(draft.platforms, accounts), triedAt) : {},
    wasTried: triedAt !== null,
    clear(): void {
      const before = draft;
      startAnew();
      if (textOf(before) === textOf(empty)) return;
      toast({ title: 'Form cleared', undo: () => form.put(before, show) });
    },
    applyTemplate({ name, contentTemplate, hashtagTemplate }: ContentTemplate, { project }: ProjectLink): void {
      const { content, hashtags } = draft;
      set({
        content: fillTemplate(contentTemplate, draft, project),
        hashtags: addTags([], hashtagTemplate, 'hashtag').tags,
      });
      if (content.trim() === '' && hashtags.length === 0) return;
      toast({
        title: `Filled in from ${name}`,
        undo: () => form.put(draft, () => set({ content, hashtags })),
      });
    },
  };
}

import { isBlank } from '@storyreel/contracts';
import type { ContentTemplate, Project, SocialAccount } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { createPosts, describePost, tellCreated } from '../post-commands';
import { usePostForm } from '../usePostForm';
import { toast } from '../../../ui';
import { formAccount, postProblems } from './post-rules';
import { fillTemplate, linkTo, textOf } from './composer-draft';
import type { ComposerLayout, PostDraft, ProjectLink } from './composer-draft';
import { leftOver, postRequests, reportOf, notifyOfReport, notifyOfSkipped } from './submission';
import type { PostReport } from './submission';
import { addTags } from '../tags';
import { usePostMedia } from './MediaField';

/** Adds the text left in the hashtag and mention fields, since the user means it to be part of the post. */
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

interface Beginnings {
  /** The initial post. When its project changes, the draft's project changes as well. */
  beginning: PostDraft;
  /** The post that follows a sent or cleared one. */
  empty: PostDraft;
}

/** Holds the draft and its initial text. The draft's project follows the initial post's project. */
function useDraft(beginning: PostDraft) {
  const [opened, setOpened] = useState(beginning);
  const [draft, setDraft] = useState(beginning);
  const [followed, setFollowed] = useState(beginning.projectId);
  if (followed !== beginning.projectId) {
    setFollowed(beginning.projectId);
    setOpened({ ...opened, ...linkTo(beginning.projectId) });
    setDraft({ ...draft, ...linkTo(beginning.projectId) });
  }
  return { opened, setOpened, draft, setDraft };
}

/** State and commands of the composer. */
export function useComposer(layout: ComposerLayout, { beginning, empty }: Beginnings) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toCalendar = () => void navigate({ to: '/social', search: ({ project }) => ({ project }) });
  const { opened, setOpened, draft, setDraft } = useDraft(beginning);
  /** Time of the last attempt to send; errors are shown after the first attempt. */
  const [triedAt, setTriedAt] = useState<Date | null>(null);
  const [report, setReport] = useState<PostReport | null>(null);
  const [isPending, setPending] = useState(false);
  /** Blocks a second click before the screen has rerendered. */
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

  /**
   * Sends the post. Resolves to true once sending was started, to false when fields have errors or uploads are running.
   */
  async function submit(
    accounts: readonly SocialAccount[],
    link: ProjectLink,
    /** Why TikTok would refuse the choices made for it. */
    refusal: string | undefined,
  ): Promise<boolean> {
    if (sending.current) return true;
    const now = new Date();
    const ready = withDraftedTags(draft);
    const problems = postProblems(ready, formAccount(ready.platforms, accounts), now);
    setDraft(ready);
    setTriedAt(now);
    setReport(null);
    if (Object.keys(problems).length > 0 || refusal !== undefined || uploads.isUploading) {
      if (problems.socialAccountId && ready.platforms.length > 0) notifyOfSkipped(ready.platforms);
      return false;
    }
    const { requests, skipped } = postRequests(ready, accounts, link, layout === 'full' ? 'published' : 'draft');
    sending.current = true;
    setPending(true);
    const outcome = await createPosts(queryClient, requests);
    const result = reportOf(outcome, skipped, layout);
    sending.current = false;
    setPending(false);
    notifyOfReport(result, layout, () =>
      tellCreated(queryClient, outcome.created, layout === 'full' ? toCalendar : undefined),
    );
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

  /**
   * Generates the post's text.
   * @param project the project on which the text is based
   */
  async function describe(project: Project | undefined): Promise<void> {
    const wanted = { title: draft.title.trim(), platforms: draft.platforms, project: project ?? null };
    await describePost(queryClient, wanted, (content) => {
      const before = form.newest();
      form.put({ ...before, content }, () => set({ content }));
      if (isBlank(before.content)) return undefined;
      // The user confirmed that the text may be replaced, but not the part typed after the request, so the former text
      // is offered for restoring.
      const withdraw = before.content === draft.content ? null : form.offer(before);
      return () => {
        withdraw?.();
        form.put(before, () => set({ content: before.content }));
      };
    });
  }

  return {
    draft,
    set,
    show,
    describe,
    kept: form.kept,
    uploads,
    report,
    isPending,
    submit,
    /** Returns errors by field, once the user has tried to send the post. */
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

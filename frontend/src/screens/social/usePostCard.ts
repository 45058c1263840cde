import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { accountOn } from '../../domains/posts/account-on';
import { describePost } from '../../domains/posts/describe-post';
import { useSocialAccounts } from '../../domains/posts/queries';
import { selectableVideos } from '../../domains/posts/selectable-videos';
import { useProject } from '../../domains/projects/queries';
import { useScenes } from '../../domains/scenes/queries';
import { visitorZone } from '../../platform/zoned-time';
import { chosenVideo, faultsOf, NO_PROJECT, requestsOf, textOf } from './post-draft';
import { namesOf, submitPosts } from './submit-posts';
import { usePostDraft } from './usePostDraft';
import { wordLimits } from './word-limits';

/**
 * What the card for a new post says and does.
 * @param refuse is called when the fields say what is wrong
 */
export function usePostCard(currentProjectId: string | null, refuse: () => void) {
  const queryClient = useQueryClient();
  const zone = visitorZone();
  const { draft, kept, change, reset } = usePostDraft(currentProjectId);
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

  // An account that was removed takes its platform along.
  const platforms = draft.platforms.filter((platform) => accountOn(platform, accounts));
  const shown = { ...draft, platforms };
  const limits = wordLimits(draft, platforms);
  const faults = submitted ? faultsOf(shown, new Date(), zone) : {};

  function clear(): void {
    setSubmitted(false);
    setMade('');
    reset();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    setSubmitted(true);
    // The fields say what is wrong.
    if (Object.keys(faultsOf(shown, new Date(), zone)).length > 0 || !limits.met) return refuse();
    setPending(true);
    const sent = textOf(draft);
    const requests = requestsOf(shown, accounts, video, zone);
    const left = await submitPosts(queryClient, requests);
    setPending(false);
    if (left.length === 0) {
      kept.saved(sent);
      return clear();
    }
    // What is made already must not be made once more by the next try.
    setMade(namesOf(platforms.filter((platform) => !left.includes(platform))));
    change({ platforms: left });
  }

  async function describe(): Promise<void> {
    const text = await describePost(queryClient, { title: draft.title.trim(), platforms, project: project ?? null });
    if (text !== null) change({ content: text });
  }

  return {
    draft: shown,
    change,
    kept,
    /** Undefined while they are being read. */
    accounts: known,
    /** Undefined while none is chosen. */
    videos: projectId === null ? undefined : videos,
    video,
    limits,
    faults,
    zone,
    pending,
    /** The platforms that have their post already, by name; '' for none. */
    made,
    clear,
    submit,
    describe,
  };
}

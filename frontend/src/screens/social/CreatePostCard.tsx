import styled from '@emotion/styled';
import { LIMITS, postLimits } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Sparkles, Upload } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { describePost } from '../../domains/posts/describe-post';
import { useSocialAccounts } from '../../domains/posts/queries';
import { selectableVideos } from '../../domains/posts/selectable-videos';
import { useProject, useProjects } from '../../domains/projects/queries';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { useScenes } from '../../domains/scenes/queries';
import { CostButton } from '../../domains/zaps/CostButton';
import { POST_DESCRIPTION_COST } from '../../domains/zaps/text-costs';
import { dayAt, visitorZone } from '../../platform/zoned-time';
import {
  Button,
  characters,
  Field,
  fitsLimit,
  Input,
  lengthNote,
  Row,
  Select,
  space,
  Stack,
  TitledCard,
  tokens,
} from '../../ui';
import { DatePicker } from '../../ui/DatePicker';
import { GrowingTextarea } from '../../ui/GrowingTextarea';
import { KeptOffers } from '../../ui/KeptOffers';
import { PlatformToggles } from './PlatformToggles';
import {
  activeAccount,
  chosenVideo,
  excerptOf,
  faultsOf,
  FIRST_VIDEO,
  hashtagsIn,
  keptDraftFrom,
  NO_PROJECT,
  NO_VIDEO,
  requestsOf,
  textOf,
} from './post-draft';
import { namesOf, submitPosts } from './submit-posts';
import { usePostDraft } from './usePostDraft';
import { VideoPicker } from './VideoPicker';

const TITLE_LIMIT = characters(LIMITS.postTitle);

const Legend = styled.span`
  font-weight: 550;
`;
const Fault = styled.p`
  color: ${tokens.danger};
  font-size: ${tokens.caption};
`;
const Note = styled.p`
  color: ${tokens.text2};
`;
const Dropzone = styled.button`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  width: 100%;
  min-height: 72px;
  border: 1px dashed ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  color: ${tokens.text3};
  cursor: not-allowed;
`;
const Two = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 140px);
  gap: ${space(3)};
`;

/** A post for one or more platforms, made of words and a finished video. */
export function CreatePostCard() {
  const ids = useId();
  const queryClient = useQueryClient();
  const zone = visitorZone();
  const { projectId: currentProjectId } = useOpenProject();
  const { draft, kept, change, reset } = usePostDraft(currentProjectId);
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const [made, setMade] = useState('');

  const { data: accounts = [] } = useSocialAccounts();
  const { data: projects = [] } = useProjects();
  const projectId = draft.projectId === NO_PROJECT ? null : draft.projectId;
  const { data: project } = useProject(projectId);
  const { data: scenes = [] } = useScenes(projectId);
  const videos = projectId === null ? [] : selectableVideos(project, scenes);
  const video = chosenVideo(draft, videos);

  // An account that was removed takes its platform along.
  const platforms = draft.platforms.filter((platform) => activeAccount(accounts, platform));
  const shown = { ...draft, platforms };
  const limits = postLimits(platforms);
  const contentLimit = characters(limits.characters);
  const tags = hashtagsIn(draft.hashtags);
  const faults = submitted ? faultsOf(shown, new Date(), zone) : {};
  const tooLong = !fitsLimit(draft.title, TITLE_LIMIT) || !fitsLimit(draft.content, contentLimit);
  const tooManyTags = tags.length > limits.hashtags;

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
    if (Object.keys(faultsOf(shown, new Date(), zone)).length > 0 || tooLong || tooManyTags) return;
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

  return (
    <TitledCard title="Create New Post">
      <form onSubmit={(event) => void submit(event)} noValidate aria-label="Create New Post">
        <Stack gap={4}>
          <KeptOffers kept={kept} read={keptDraftFrom} excerptOf={excerptOf} onBringBack={change} />
          <Stack gap={2}>
            <Legend id={`${ids}-platforms`}>Platforms</Legend>
            <PlatformToggles
              accounts={accounts}
              chosen={platforms}
              onChange={(chosen) => change({ platforms: chosen })}
              labelId={`${ids}-platforms`}
              describedBy={faults.platforms ? `${ids}-fault` : undefined}
            />
            {faults.platforms && (
              <Fault id={`${ids}-fault`} role="alert">
                {faults.platforms}
              </Fault>
            )}
          </Stack>
          <Field label="Project (optional)">
            {({ id }) => (
              <Select
                id={id}
                value={draft.projectId}
                onValueChange={(chosen) => change({ projectId: chosen, video: FIRST_VIDEO })}
                options={[
                  { value: NO_PROJECT, label: 'No project' },
                  ...projects.map(({ id: value, title }) => ({ value, label: title.trim() || 'Untitled Project' })),
                ]}
              />
            )}
          </Field>
          <Field label="Title" {...lengthNote(draft.title, TITLE_LIMIT)} {...(faults.title && { error: faults.title })}>
            {(field) => (
              <Input
                {...field}
                value={draft.title}
                required
                onChange={(event) => change({ title: event.target.value })}
              />
            )}
          </Field>
          <Stack gap={2}>
            <Field
              label="Content"
              {...lengthNote(draft.content, contentLimit)}
              {...(faults.content && { error: faults.content })}
            >
              {(field) => (
                <GrowingTextarea
                  {...field}
                  value={draft.content}
                  rows={4}
                  required
                  onChange={(event) => change({ content: event.target.value })}
                />
              )}
            </Field>
            <Row gap={2}>
              <CostButton
                cost={POST_DESCRIPTION_COST}
                onAction={describe}
                loadingText="Creating..."
                icon={<Sparkles size={16} aria-hidden />}
              >
                Create Description
              </CostButton>
            </Row>
          </Stack>
          <Field
            label="Hashtags (optional)"
            hint="Separated by spaces."
            error={tooManyTags ? `At most ${limits.hashtags} hashtags fit the chosen platforms.` : undefined}
          >
            {(field) => (
              <Input {...field} value={draft.hashtags} onChange={(event) => change({ hashtags: event.target.value })} />
            )}
          </Field>
          {projectId !== null && (
            <Stack gap={2}>
              <Legend id={`${ids}-video`}>Project Video</Legend>
              <VideoPicker
                videos={videos}
                chosen={video}
                onChoose={(chosen) => change({ video: chosen?.id ?? NO_VIDEO })}
                labelId={`${ids}-video`}
              />
            </Stack>
          )}
          <Stack gap={2}>
            <Legend>Media</Legend>
            <Dropzone type="button" disabled>
              <Upload size={16} aria-hidden />
              Media upload is not available here
            </Dropzone>
          </Stack>
          <Stack gap={2}>
            <Two>
              <Field label="Schedule date" error={faults.schedule}>
                {(field) => (
                  <DatePicker
                    {...field}
                    label="Schedule date"
                    value={draft.day}
                    min={dayAt(new Date(), zone)}
                    onValueChange={(day) => change({ day })}
                    placeholder="Not scheduled"
                  />
                )}
              </Field>
              <Field label="Time">
                {(field) => (
                  <Input
                    {...field}
                    type="time"
                    value={draft.time}
                    onChange={(event) => change({ time: event.target.value })}
                  />
                )}
              </Field>
            </Two>
            {draft.day !== '' && (
              <Row gap={2}>
                <Button size="small" variant="ghost" onClick={() => change({ day: '' })}>
                  Remove date
                </Button>
              </Row>
            )}
          </Stack>
          {made !== '' && <Note role="status">{`Made for ${made} already. The form keeps what is left to post.`}</Note>}
          <Row gap={2}>
            <Button variant="primary" type="submit" loading={pending} disabled={accounts.length === 0}>
              Create Post
            </Button>
            <Button onClick={clear} disabled={pending}>
              Reset
            </Button>
          </Row>
        </Stack>
      </form>
    </TitledCard>
  );
}

import styled from '@emotion/styled';
import { PLATFORM_PROFILES, SOCIAL_PLATFORMS } from '@storyreel/contracts';
import type { SocialAccount, SocialPlatform } from '@storyreel/contracts';
import { Sparkles, Upload } from 'lucide-react';
import { useId } from 'react';
import { Badge, Button, Field, Row, Select, space, Stack, TitledCard, tokens } from '../../../ui';
import { useFaultFocus } from '../../../ui/Field';
import { KeptOffers } from '../../../ui/KeptTexts';
import { useProjects } from '../../projects/api';
import { useOpenProject } from '../../projects/useOpenProject';
import { CostButton } from '../../zaps/PaidButton';
import { POST_DESCRIPTION_COST } from '../../zaps/price';
import { PlatformButton, PlatformIcon } from '../PostBadges';
import { ContentField, HashtagsField, PostTimeFields, TitleField } from '../PostDraftFields';
import { accountOn } from '../api';
import { excerptOf, FIRST_VIDEO, keptDraftFrom, NO_PROJECT, NO_VIDEO } from '../post-draft';
import { VIDEO_LABELS } from '../selectable-videos';
import type { SelectableVideo } from '../selectable-videos';
import { TikTokFields } from '../tiktok/TikTokFields';
import { usePostCard } from './usePostCard';

/** Stacked, so that badges come and go without moving anything else. */
const Toggles = styled.div`
  display: grid;
  gap: ${space(2)};
`;
const Toggle = styled(PlatformButton)`
  border-color: ${tokens.lineStrong};
  &:hover:not(:disabled) {
    border-color: ${tokens.text3};
  }
  &[aria-pressed='true'] {
    border-color: ${tokens.text1};
    background: ${tokens.surface2};
  }
  &[aria-invalid='true']:not(:disabled) {
    border-color: ${tokens.danger};
  }
  &:disabled {
    color: ${tokens.text3};
    cursor: not-allowed;
  }
`;

export interface PlatformTogglesProps {
  /** Undefined while loading. */
  accounts: readonly SocialAccount[] | undefined;
  chosen: readonly SocialPlatform[];
  onChange: (chosen: SocialPlatform[]) => void;
  /** The ids of the group's label and error. */
  labelId: string;
  faultId?: string | undefined;
}

/** Selects several platforms; only those with an active account are enabled. */
function PlatformToggles({ accounts, chosen, onChange, labelId, faultId }: PlatformTogglesProps) {
  return (
    <Toggles role="group" aria-labelledby={labelId} aria-describedby={faultId}>
      {SOCIAL_PLATFORMS.map((platform) => {
        const isConnected = accountOn(platform, accounts ?? []) !== null;
        const isChosen = isConnected && chosen.includes(platform);
        const others = SOCIAL_PLATFORMS.filter((other) => other !== platform && chosen.includes(other));
        return (
          <Toggle
            key={platform}
            type="button"
            aria-pressed={isChosen}
            aria-invalid={faultId !== undefined || undefined}
            disabled={!isConnected}
            onClick={() => onChange(isChosen ? others : [...others, platform])}
          >
            <PlatformIcon platform={platform} />
            {PLATFORM_PROFILES[platform].name}
            {!isConnected && accounts && <Badge>Not Connected</Badge>}
            {isChosen && <Badge tone="positive">Selected</Badge>}
          </Toggle>
        );
      })}
    </Toggles>
  );
}

const Fieldset = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-width: 0;
  max-height: 240px;
  margin: 0;
  padding: 0;
  overflow-y: auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
`;
const Choice = styled.label`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr);
  align-items: center;
  gap: ${space(2)};
  min-height: 44px;
  padding: 0 ${space(3)};
  cursor: pointer;
  &:hover {
    background: ${tokens.surface2};
  }
  & input {
    accent-color: ${tokens.text1};
  }
  & > span:last-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

export interface VideoPickerProps {
  videos: readonly SelectableVideo[];
  /** Null for none. */
  chosen: SelectableVideo | null;
  onChoose: (video: SelectableVideo | null) => void;
  labelId: string;
}

/** Picks one of a project's finished videos, or none. */
function VideoPicker({ videos, chosen, onChoose, labelId }: VideoPickerProps) {
  const name = useId();
  if (videos.length === 0) return <Note>This project has no completed videos yet.</Note>;
  return (
    <Fieldset aria-labelledby={labelId}>
      {videos.map((video) => (
        <Choice key={`${video.type} ${video.id}`}>
          <input type="radio" name={name} checked={chosen?.id === video.id} onChange={() => onChoose(video)} />
          <Badge>{VIDEO_LABELS[video.type]}</Badge>
          <span dir="auto">{video.title.trim() || video.filename}</span>
        </Choice>
      ))}
      <Choice>
        <input type="radio" name={name} checked={chosen === null} onChange={() => onChoose(null)} />
        <span />
        <span>No video</span>
      </Choice>
    </Fieldset>
  );
}

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

/** Disabled while posts are created: text typed then would be lost when the form is cleared. */
const Fields = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** Creates a post for one or more platforms from text and a finished video. */
export function CreatePostCard() {
  const ids = useId();
  const { projectId: currentProjectId } = useOpenProject();
  const { form, refuse } = useFaultFocus();
  const card = usePostCard(currentProjectId, refuse);
  const { draft, change, accounts, videos, faults, limits, pending } = card;
  const { data: projects = [] } = useProjects();

  return (
    <TitledCard title="Create New Post">
      <form ref={form} onSubmit={(event) => void card.submit(event)} noValidate aria-label="Create New Post">
        <Fields disabled={pending}>
          <KeptOffers kept={card.kept} read={keptDraftFrom} excerptOf={excerptOf} onBringBack={change} />
          <Stack gap={2}>
            <Legend id={`${ids}-platforms`}>Platforms</Legend>
            <PlatformToggles
              accounts={accounts}
              chosen={draft.platforms}
              onChange={(chosen) => change({ platforms: chosen })}
              labelId={`${ids}-platforms`}
              faultId={faults.platforms ? `${ids}-fault` : undefined}
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
          <TitleField
            value={draft.title}
            onChange={(title) => change({ title })}
            fault={faults.title ?? limits.refused.title}
          />
          <Stack gap={2}>
            <ContentField
              value={draft.content}
              onChange={(content) => change({ content })}
              fault={faults.content ?? limits.refused.content}
              limit={limits.content}
            />
            <Row gap={2}>
              <CostButton
                cost={POST_DESCRIPTION_COST}
                onAction={card.describe}
                loadingText="Creating..."
                icon={<Sparkles size={16} aria-hidden />}
              >
                Create Description
              </CostButton>
            </Row>
          </Stack>
          <HashtagsField
            label="Hashtags (optional)"
            value={draft.hashtags}
            onChange={(hashtags) => change({ hashtags })}
            fault={
              limits.tooManyTags
                ? `At most ${limits.hashtags} hashtags are allowed on the selected platforms.`
                : limits.refused.hashtags
            }
          />
          {videos && (
            <Stack gap={2}>
              <Legend id={`${ids}-video`}>Project Video</Legend>
              <VideoPicker
                videos={videos}
                chosen={card.video}
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
          <TikTokFields
            choices={card.choices}
            draft={draft.tiktok}
            onChange={(tiktok) => change({ tiktok })}
            wasTried={card.lacksChoices}
          />
          <PostTimeFields
            day={draft.day}
            time={draft.time}
            zone={card.zone}
            onChange={change}
            fault={faults.schedule}
          />
          {card.made !== '' && (
            <Note role="status">{`Already created for ${card.made}. What's left to post is still in the form.`}</Note>
          )}
          <Row gap={2}>
            <Button variant="primary" type="submit" loading={pending} disabled={!accounts || accounts.length === 0}>
              Create Post
            </Button>
            <Button onClick={card.clear}>Reset</Button>
          </Row>
        </Fields>
      </form>
    </TitledCard>
  );
}

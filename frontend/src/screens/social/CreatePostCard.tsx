import styled from '@emotion/styled';
import { Sparkles, Upload } from 'lucide-react';
import { useId } from 'react';
import { useProjects } from '../../domains/projects/queries';
import { useOpenProject } from '../../domains/projects/useOpenProject';
import { CostButton } from '../../domains/zaps/CostButton';
import { POST_DESCRIPTION_COST } from '../../domains/zaps/text-costs';
import { Button, Field, Row, Select, space, Stack, TitledCard, tokens } from '../../ui';
import { KeptOffers } from '../../ui/KeptOffers';
import { useFaultFocus } from '../../ui/useFaultFocus';
import { PlatformToggles } from './PlatformToggles';
import { excerptOf, FIRST_VIDEO, keptDraftFrom, NO_PROJECT, NO_VIDEO } from './post-draft';
import { PostTimeFields } from './PostTimeFields';
import { ContentField, HashtagsField, TitleField } from './PostWordFields';
import { usePostCard } from './usePostCard';
import { VideoPicker } from './VideoPicker';

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

/** While posts are created nothing can be typed that would go with them when the form is emptied. */
const Fields = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(4)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

/** A post for one or more platforms, made of words and a finished video. */
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
          <TitleField value={draft.title} onChange={(title) => change({ title })} fault={faults.title} />
          <Stack gap={2}>
            <ContentField
              value={draft.content}
              onChange={(content) => change({ content })}
              fault={faults.content}
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
                : undefined
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

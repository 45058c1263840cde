import styled from '@emotion/styled';
import { Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Card, mobile, space, Stack, TitledCard, tokens, Unreadable } from '../../../ui';
import type { SocialAccount } from '@storyreel/contracts';
import { useFaultFocus } from '../../../ui/Field';
import { KeptOffers } from '../../../ui/KeptTexts';
import { Screen } from '../../../ui/Screen';
import { useFilms } from '../../film/api';
import { useProject, useProjects } from '../../projects/api';
import { useScenes } from '../../scenes/api';
import { accountOn, useSocialAccounts } from '../api';
import { TikTokFields } from '../tiktok/TikTokFields';
import { useTikTokChoices } from '../tiktok/tiktok-choices';
import { PlatformCards, PlatformFeatures } from './PlatformCards';
import { PostFields } from './PostFields';
import { PostPreview } from './PostPreview';
import { PublishingPanel } from './PublishingPanel';
import { ReportNote } from './ReportNote';
import { Templates } from './Templates';
import { draftFrom, EMPTY_DRAFT, excerptOf, firstPlatforms, projectLink } from './composer-draft';
import type { ComposerLayout, PostDraft, ProjectLink } from './composer-draft';
import { contentLength, platformNotes, togglePlatform } from './post-rules';
import { isImage } from './submission';
import { useComposer } from './useComposer';

const Fields = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-items: start;
  gap: ${space(4)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  &[data-layout='full'] {
    grid-template-columns: minmax(0, 1fr) 340px;
    gap: ${space(6)};
  }
  ${mobile} {
    &[data-layout='full'] {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

const Part = styled.div`
  display: grid;
  gap: ${space(2)};
  padding: ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  & > h3 {
    font-size: ${tokens.body};
  }
`;

/** Returns the video that TikTok receives: the project's video, or else the first uploaded one. */
const videoOf = ({ media }: Pick<PostDraft, 'media'>, { video }: Pick<ProjectLink, 'video'>): string | null =>
  video?.url ?? media.find((file) => !isImage(file))?.url ?? null;

const TITLE = 'Create New Post';
export const COMPOSER_TITLES = { title: TITLE, subtitle: 'Write once, post to every platform' };
const NOWHERE = { compact: 'Select at least one platform', full: 'Platform is required' };

interface ComposerProps {
  layout: ComposerLayout;
  /** The post with which the form begins. */
  beginning: PostDraft;
  /** Id of a film to offer in addition to the project's final video. */
  filmId?: string;
}

/** Loads the things that a draft refers to: its project, scene, video and TikTok account. */
function useReferences(
  draft: PostDraft,
  { accounts, filmId, filmOf }: { accounts: readonly SocialAccount[]; filmId: string | undefined; filmOf: string },
) {
  const { data: projects = [] } = useProjects();
  const projectId = projects.some(({ id }) => id === draft.projectId) ? draft.projectId : null;
  const { data: project } = useProject(projectId);
  const { data: scenes = [] } = useScenes(projectId);
  const { data: films = [] } = useFilms(filmId === undefined ? null : filmOf);
  const film = films.find((each) => each.id === filmId && each.projectId === draft.projectId);
  const link = projectLink(draft, projects, scenes, film);
  const tiktokAccount = draft.platforms.includes('tiktok') ? accountOn('tiktok', accounts) : null;
  const choices = useTikTokChoices(tiktokAccount, draft.tiktok, videoOf(draft, link));
  return { projects, project, link, choices };
}

/** Composes a post once for all chosen platforms. */
export function Composer({ layout, beginning, filmId }: ComposerProps) {
  const isFull = layout === 'full';
  const { data, isError, refetch } = useSocialAccounts();
  const accounts = data ?? [];
  const empty = isFull ? { ...EMPTY_DRAFT, platforms: firstPlatforms(accounts) } : beginning;
  const composer = useComposer(layout, { beginning, empty });
  const { draft, set, kept, uploads, report, isPending, wasTried } = composer;
  const of = { accounts, filmId, filmOf: beginning.projectId };
  const { projects, project, link, choices } = useReferences(draft, of);
  const [isPreview, setPreview] = useState(false);
  const { form, refuse } = useFaultFocus();

  const problems = composer.problemsFor(accounts);
  const { isTooLong } = contentLength(draft.content, draft.platforms);
  const isNowhere = draft.platforms.length === 0;
  // The full composer says why sending is blocked, unless a missing connection is the only reason and the user has not
  // tried to send.
  const isNowhereShown = isNowhere && (wasTried || (isFull && beginning.platforms.length > 0));
  const isDraft = !isFull && !draft.isScheduled;
  const isBlocked = isFull ? isTooLong || isNowhere || !data : accounts.length === 0;

  async function submit(): Promise<void> {
    if (isBlocked) return;
    const refusal = isDraft ? undefined : choices.fault;
    if (!isTooLong && (await composer.submit(accounts, link, refusal))) return;
    setPreview(false);
    refuse();
  }

  const words = (
    <PostFields
      layout={layout}
      draft={draft}
      onChange={set}
      problems={problems}
      uploads={uploads}
      isWaiting={wasTried && uploads.isUploading}
      onDescribe={() => composer.describe(project)}
    />
  );
  const tiktok = choices.isAsked && (
    <TikTokFields
      choices={choices}
      draft={draft.tiktok}
      onChange={(chosen) => set({ tiktok: chosen })}
      wasTried={wasTried && !isDraft}
    />
  );
  const panel = (
    <PublishingPanel
      layout={layout}
      draft={draft}
      onChange={set}
      problems={problems}
      projects={projects}
      link={link}
      notes={platformNotes(draft, link, accounts)}
      isPending={isPending}
      isBlocked={isBlocked}
      onSubmit={() => void submit()}
      onClear={composer.clear}
    />
  );
  return (
    <Frame layout={layout} isPreview={isPreview} onPreview={setPreview}>
      {/* Enter in a field does not submit the form, because a published post is public at once. */}
      <form ref={form} aria-label="New post" noValidate onSubmit={(event) => event.preventDefault()}>
        <Fields data-layout={layout} disabled={isPending}>
          <Stack gap={isFull ? 5 : 4}>
            <KeptOffers kept={kept} read={draftFrom} excerptOf={excerptOf} onBringBack={composer.show} />
            {report && <ReportNote report={report} />}
            {isError && !data ? (
              <Unreadable what="your accounts" retry={refetch} />
            ) : (
              <PlatformCards
                layout={layout}
                chosen={draft.platforms}
                accounts={data}
                onToggle={(platform) => set({ platforms: togglePlatform(draft.platforms, platform) })}
                problem={isNowhereShown ? NOWHERE[layout] : isNowhere ? undefined : problems.socialAccountId}
              />
            )}
            {isPreview ? (
              <PostPreview draft={draft} link={link} accounts={accounts} />
            ) : isFull ? (
              <>
                <Templates onChoose={(template) => composer.applyTemplate(template, link)} />
                <Card aria-label="Post">{words}</Card>
              </>
            ) : (
              words
            )}
          </Stack>
          <Stack gap={isFull ? 5 : 4}>
            {tiktok && isFull && <TitledCard title="On TikTok">{tiktok}</TitledCard>}
            {tiktok && !isFull && (
              <Part>
                <h3>On TikTok</h3>
                {tiktok}
              </Part>
            )}
            {isFull ? <TitledCard title="Publishing">{panel}</TitledCard> : panel}
            {isFull && <PlatformFeatures platforms={draft.platforms} />}
          </Stack>
        </Fields>
      </form>
    </Frame>
  );
}

interface FrameProps {
  layout: ComposerLayout;
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
  children: ReactNode;
}

/** Renders the composer as a screen with a preview, or as a card on another screen. */
function Frame({ layout, isPreview, onPreview, children }: FrameProps) {
  if (layout === 'compact') return <TitledCard title={TITLE}>{children}</TitledCard>;
  return (
    <Screen
      {...COMPOSER_TITLES}
      actions={
        <Button
          icon={isPreview ? <Pencil size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          onClick={() => onPreview(!isPreview)}
        >
          {isPreview ? 'Edit Mode' : 'Preview Mode'}
        </Button>
      }
    >
      {children}
    </Screen>
  );
}

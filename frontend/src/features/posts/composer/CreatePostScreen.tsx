import styled from '@emotion/styled';
import { PLATFORM_PROFILES } from '@storyreel/contracts';
import type { SocialPlatform } from '@storyreel/contracts';
import { Link, useSearch } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleMinus, Eye, Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { dayAt, visitorZone } from '../../../platform/time/zoned-time';
import { Badge, Button, Card, mobile, Row, Skeleton, space, Stack, TitledCard, tokens, Unreadable } from '../../../ui';
import { useFaultFocus } from '../../../ui/Field';
import { KeptOffers } from '../../../ui/KeptTexts';
import { Screen } from '../../../ui/Screen';
import { useFilms } from '../../film/api';
import { useProjects } from '../../projects/api';
import { useScenes } from '../../scenes/api';
import { accountOn, useSocialAccounts } from '../api';
import { TikTokFields } from '../tiktok/TikTokFields';
import { useTikTokChoices } from '../tiktok/tiktok-choices';
import { PlatformCards } from './PlatformCards';
import { PostFields } from './PostFields';
import { PostPreview } from './PostPreview';
import { PublishingPanel } from './PublishingPanel';
import { Templates } from './Templates';
import { draftFrom, draftOf, EMPTY_DRAFT, firstPlatforms, projectLink } from './composer-draft';
import type { PostDraft, ProjectLink } from './composer-draft';
import { contentLength, platformNotes, togglePlatform } from './post-rules';
import { isImage, nameOf } from './submission';
import type { PostReport } from './submission';
import { useComposer } from './useComposer';

const Name = styled.h3`
  font-size: ${tokens.body};
`;
const Facts = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const Platform = styled.li`
  display: grid;
  gap: ${space(1.5)};
`;

/** The formats and features of each chosen platform. */
export function PlatformFeatures({ platforms }: { platforms: readonly SocialPlatform[] }) {
  return (
    <TitledCard title="Platform Features">
      {platforms.length === 0 && <Facts>Select a platform to see its limits.</Facts>}
      <Stack as="ul" gap={4}>
        {platforms.map((platform) => {
          const { name, characters, hashtags, features } = PLATFORM_PROFILES[platform];
          return (
            <Platform key={platform}>
              <Name>{name}</Name>
              <Facts>
                Max {characters} characters · Max {hashtags} hashtags
              </Facts>
              <Row gap={1}>
                {features.map((feature) => (
                  <Badge key={feature}>{feature}</Badge>
                ))}
              </Row>
            </Platform>
          );
        })}
      </Stack>
    </TitledCard>
  );
}

const Lines = styled.ul`
  display: grid;
  gap: ${space(2)};
  & > li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: ${space(2)};
    overflow-wrap: anywhere;
  }
  & svg {
    margin-top: 2px;
  }
`;
const Rest = styled.p`
  margin-top: ${space(3)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

/** Keeps the open project in the address. */
function ToSocial({ children }: { children: ReactNode }) {
  return (
    <Link to="/social" search={({ project }) => ({ project })}>
      {children}
    </Link>
  );
}

/** Reports a post that did not reach all its platforms: what was created and what is left to do. */
export function ReportNote({ report: { created, skipped, failed } }: { report: PostReport }) {
  const card = useRef<HTMLElement>(null);
  // The send button may be a screen further down.
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [created, skipped, failed]);
  return (
    <Card ref={card} role="status" aria-label="Outcome of the post">
      <Lines>
        {created.length > 0 && (
          <Line icon={<CircleCheck size={16} color={tokens.positive} aria-hidden />}>
            Created for {list.format(created.map(nameOf))}. <ToSocial>See it in the calendar</ToSocial>
          </Line>
        )}
        {failed.map(({ platform, message, isUnsure }) => (
          <Line key={platform} icon={<CircleAlert size={16} color={tokens.danger} aria-hidden />}>
            {nameOf(platform)}: {message}
            {isUnsure && ". No answer came. You can send it again: unchanged, it won't be posted twice."}
          </Line>
        ))}
        {skipped.map((platform) => (
          <Line key={platform} icon={<CircleMinus size={16} color={tokens.warning} aria-hidden />}>
            {nameOf(platform)} was skipped: no account is connected. <ToSocial>Connect one</ToSocial>
          </Line>
        ))}
      </Lines>
      <Rest>Your text is still here. Only what is selected now is sent next time.</Rest>
    </Card>
  );
}

const Layout = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 340px;
  align-items: start;
  gap: ${space(6)};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const excerptOf = ({ title, content, hashtags }: PostDraft): string =>
  [title.trim(), content.trim(), hashtags.join(' ')].filter(Boolean).join(' · ');

/** The video that TikTok gets: the project's, or the first uploaded one. */
const videoOf = ({ media }: Pick<PostDraft, 'media'>, { video }: Pick<ProjectLink, 'video'>): string | null =>
  video?.url ?? media.find((file) => !isImage(file))?.url ?? null;

export const SUBTITLE = 'Write once, post to every platform';

interface ComposerProps {
  /** The initial post. */
  beginning: PostDraft;
  /** A film to offer beside the project's final video. */
  filmId?: string;
}

/** Composes a post once for all chosen platforms. */
export function Composer({ beginning, filmId }: ComposerProps) {
  const { data: accounts, isError, refetch } = useSocialAccounts();
  const composer = useComposer(beginning, { ...EMPTY_DRAFT, platforms: firstPlatforms(accounts ?? []) });
  const { draft, set, kept, uploads, report, isPending } = composer;
  const { data: projects = [] } = useProjects();
  const isLinked = projects.some(({ id }) => id === draft.projectId);
  const { data: scenes = [] } = useScenes(isLinked ? draft.projectId : null);
  const [isPreview, setPreview] = useState(false);
  const { form, refuse } = useFaultFocus();
  const { data: films = [] } = useFilms(filmId === undefined ? null : beginning.projectId);
  const film = films.find(({ id, projectId }) => id === filmId && projectId === draft.projectId);

  const link = projectLink(draft, projects, scenes, film);
  const tiktokAccount = draft.platforms.includes('tiktok') ? accountOn('tiktok', accounts ?? []) : null;
  const choices = useTikTokChoices(tiktokAccount, draft.tiktok, videoOf(draft, link));
  const problems = composer.problemsFor(accounts ?? []);
  const { isTooLong } = contentLength(draft.content, draft.platforms);
  const nowhere = draft.platforms.length === 0 ? 'Platform is required' : undefined;
  // Not shown while the post is untouched, since then only a missing connection is the reason.
  const isNowhereShown = beginning.platforms.length > 0 || composer.wasTried;

  async function submit(): Promise<void> {
    if (!accounts || isTooLong || nowhere) return;
    if (await composer.submit(accounts, link, choices.fault)) return;
    setPreview(false);
    refuse();
  }

  return (
    <Screen
      title="Create New Post"
      subtitle={SUBTITLE}
      actions={
        <Button
          icon={isPreview ? <Pencil size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          onClick={() => setPreview(!isPreview)}
        >
          {isPreview ? 'Edit Mode' : 'Preview Mode'}
        </Button>
      }
    >
      {/* Enter in a field does not submit: a publication is public at once. */}
      <form ref={form} aria-label="New post" noValidate onSubmit={(event) => event.preventDefault()}>
        <Layout disabled={isPending}>
          <Stack gap={5}>
            <KeptOffers kept={kept} read={draftFrom} excerptOf={excerptOf} onBringBack={composer.show} />
            {report && <ReportNote report={report} />}
            {isError && !accounts ? (
              <Unreadable what="your accounts" retry={refetch} />
            ) : (
              <PlatformCards
                chosen={draft.platforms}
                accounts={accounts}
                onToggle={(platform) => set({ platforms: togglePlatform(draft.platforms, platform) })}
                problem={(isNowhereShown ? nowhere : undefined) ?? problems.socialAccountId}
              />
            )}
            {isPreview ? (
              <PostPreview draft={draft} link={link} accounts={accounts ?? []} />
            ) : (
              <>
                <Templates onChoose={(template) => composer.applyTemplate(template, link)} />
                <PostFields
                  draft={draft}
                  onChange={set}
                  problems={problems}
                  uploads={uploads}
                  isWaiting={composer.wasTried && uploads.isUploading}
                />
              </>
            )}
          </Stack>
          <Stack gap={5}>
            {choices.isAsked && (
              <TitledCard title="On TikTok">
                <TikTokFields
                  choices={choices}
                  draft={draft.tiktok}
                  onChange={(tiktok) => set({ tiktok })}
                  wasTried={composer.wasTried}
                />
              </TitledCard>
            )}
            <PublishingPanel
              draft={draft}
              onChange={set}
              problems={problems}
              projects={projects}
              link={link}
              notes={platformNotes(draft, link, accounts ?? [])}
              isPending={isPending}
              isBlocked={isTooLong || nowhere !== undefined || accounts === undefined}
              onSubmit={() => void submit()}
              onClear={composer.clear}
            />
            <PlatformFeatures platforms={draft.platforms} />
          </Stack>
        </Layout>
      </form>
    </Screen>
  );
}

export function CreatePostScreen() {
  const { projectId, sceneId, video, film, part, platform, when } = useSearch({ from: '/create-post' });
  const search = { projectId, sceneId, video, film, part, platform, when };
  const { data: projects, isPending } = useProjects();
  const { data: accounts, isPending: isReadingAccounts } = useSocialAccounts();
  // A post about a film starts with the project's text.
  const isOfFilm = projectId !== undefined && (video !== undefined || film !== undefined);
  if (isReadingAccounts || (isOfFilm && isPending)) return <Waiting />;
  const project = isOfFilm ? projects?.find(({ id }) => id === projectId) : undefined;
  const beginning = draftOf(search, dayAt(new Date(), visitorZone()), project, accounts);
  // A different address starts a new post.
  return <Composer key={Object.values(search).join()} beginning={beginning} filmId={film} />;
}

const Waiting = () => (
  <Screen title="Create New Post" subtitle={SUBTITLE}>
    <Skeleton height="480px" />
  </Screen>
);

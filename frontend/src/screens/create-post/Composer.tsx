import styled from '@emotion/styled';
import { Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useFilms } from '../../domains/films/queries';
import { useSocialAccounts } from '../../domains/posts/queries';
import { useProjects } from '../../domains/projects/queries';
import { useScenes } from '../../domains/scenes/queries';
import { Button, mobile, space, Stack, Unreadable } from '../../ui';
import { KeptOffers } from '../../ui/KeptOffers';
import { Screen } from '../../ui/Screen';
import { useFaultFocus } from '../../ui/useFaultFocus';
import { PlatformCards } from './PlatformCards';
import { platformNotes } from './platform-notes';
import { PlatformFeatures } from './PlatformFeatures';
import { togglePlatform } from './platform-choice';
import { draftFrom, type PostDraft } from './post-draft';
import { contentLength } from './post-form';
import { PostFields } from './PostFields';
import { PostPreview } from './PostPreview';
import { projectLink } from './project-link';
import { PublishingPanel } from './PublishingPanel';
import { ReportNote } from './ReportNote';
import { Templates } from './Templates';
import { useComposer } from './useComposer';

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

export const SUBTITLE = 'Write once, post to every platform';

interface ComposerProps {
  /** What the post says when it is opened. */
  beginning: PostDraft;
  /** Of a film that it may carry, beside the final video of its project. */
  filmId?: string;
}

/** A post, written once for all the platforms that are chosen. */
export function Composer({ beginning, filmId }: ComposerProps) {
  const composer = useComposer(beginning);
  const { draft, set, kept, uploads, report, isPending } = composer;
  const { data: accounts, isError, refetch } = useSocialAccounts();
  const { data: projects = [] } = useProjects();
  const isLinked = projects.some(({ id }) => id === draft.projectId);
  const { data: scenes = [] } = useScenes(isLinked ? draft.projectId : null);
  const [isPreview, setPreview] = useState(false);
  const { form, refuse } = useFaultFocus();
  const { data: films = [] } = useFilms(filmId === undefined ? null : beginning.projectId);
  const film = films.find(({ id, projectId }) => id === filmId && projectId === draft.projectId);

  const link = projectLink(draft, projects, scenes, film);
  const problems = composer.problemsFor(accounts ?? []);
  const { isTooLong } = contentLength(draft.content, draft.platforms);
  const nowhere = draft.platforms.length === 0 ? 'Platform is required' : undefined;

  async function submit(): Promise<void> {
    if (!accounts || isTooLong || nowhere) return;
    if (await composer.submit(accounts, link)) return;
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
      {/* Enter in a field sends nothing: what is published is seen by everybody. */}
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
                problem={nowhere ?? problems.socialAccountId}
              />
            )}
            {isPreview ? (
              <PostPreview draft={draft} link={link} accounts={accounts ?? []} />
            ) : (
              <>
                <Templates onChoose={composer.applyTemplate} />
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

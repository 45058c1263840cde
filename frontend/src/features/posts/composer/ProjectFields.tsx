import type { ProjectSummary } from '@storyreel/contracts';
import { Field, Select, Stack } from '../../../ui';
import { ProjectProgress } from '../ProjectProgress';
import { VIDEO_LABELS } from '../selectable-videos';
import { linkTo } from './composer-draft';
import type { ComposerLayout, PostDraft, ProjectLink } from './composer-draft';

type Linked = Pick<PostDraft, 'projectId' | 'sceneId' | 'videoId'>;
const NONE = 'none';
const idOf = (value: string): string => (value === NONE ? '' : value);

interface ProjectFieldsProps {
  /** With the compact layout, no scenes are offered, and the surrounding screen shows the progress. */
  layout: ComposerLayout;
  projects: readonly ProjectSummary[];
  link: ProjectLink;
  onChange: (linked: Linked) => void;
}

/** Fields for the post's project, one of the project's scenes, and one of their videos. */
export function ProjectFields({ layout, projects, link, onChange }: ProjectFieldsProps) {
  const { project, scenes, scene, videos, video } = link;
  const linked = { projectId: project?.id ?? '', sceneId: scene?.id ?? '', videoId: video?.id ?? '' };
  return (
    <Stack gap={3}>
      <Field label="Link to Project">
        {({ id }) => (
          <Select
            id={id}
            value={project?.id ?? NONE}
            options={[
              { value: NONE, label: 'No project' },
              ...projects.map(({ id: value, title }) => ({ value, label: title })),
            ]}
            onValueChange={(value) => onChange(linkTo(idOf(value)))}
          />
        )}
      </Field>
      {project && (
        <>
          {layout === 'full' && (
            <Field label="Scene">
              {({ id }) => (
                <Select
                  id={id}
                  value={scene?.id ?? NONE}
                  options={[
                    { value: NONE, label: 'No scene' },
                    ...scenes.map(({ id: value, displayOrder, title }) => ({
                      value,
                      label: `${displayOrder}. ${title || 'Untitled'}`,
                    })),
                  ]}
                  onValueChange={(value) => onChange({ ...linked, sceneId: idOf(value) })}
                />
              )}
            </Field>
          )}
          <Field
            label="Project Video"
            hint={videos.length === 0 ? 'This project has no completed videos yet.' : undefined}
          >
            {({ id, 'aria-describedby': describedBy }) => (
              <Select
                id={id}
                aria-describedby={describedBy}
                value={video?.id ?? NONE}
                disabled={videos.length === 0}
                options={[
                  { value: NONE, label: 'No video' },
                  ...videos.map(({ id: value, type, title, label = VIDEO_LABELS[type] }) => ({
                    value,
                    label: `${label}: ${title || 'Untitled'}`,
                  })),
                ]}
                onValueChange={(value) => onChange({ ...linked, videoId: idOf(value) })}
              />
            )}
          </Field>
          {layout === 'full' && <ProjectProgress project={project} isDetailed />}
        </>
      )}
    </Stack>
  );
}

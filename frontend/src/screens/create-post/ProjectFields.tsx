import type { ProjectSummary } from '@storyreel/contracts';
import { VIDEO_LABELS } from '../../domains/posts/selectable-videos';
import { Field, Select, Stack } from '../../ui';
import type { PostDraft } from './post-draft';
import type { ProjectLink } from './project-link';
import { ProjectProgress } from './ProjectProgress';

type Linked = Pick<PostDraft, 'projectId' | 'sceneId' | 'videoId'>;
const NONE = 'none';
const idOf = (value: string): string => (value === NONE ? '' : value);

interface ProjectFieldsProps {
  projects: readonly ProjectSummary[];
  link: ProjectLink;
  onChange: (linked: Linked) => void;
}

/** The project that the post is about, one of its scenes, and one of their videos. */
export function ProjectFields({ projects, link, onChange }: ProjectFieldsProps) {
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
            onValueChange={(value) => onChange({ projectId: idOf(value), sceneId: '', videoId: '' })}
          />
        )}
      </Field>
      {project && (
        <>
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
          <Field
            label="Project Video"
            hint={videos.length === 0 ? 'There is no completed video to post yet.' : undefined}
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
          <ProjectProgress project={project} />
        </>
      )}
    </Stack>
  );
}

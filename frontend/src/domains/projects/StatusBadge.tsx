import { PROJECT_STATUS_LABELS, type ProjectStatus } from '@storyreel/contracts';
import { Badge, type Tone } from '../../ui';

const TONES: Record<ProjectStatus, Tone> = { draft: 'neutral', 'in-progress': 'warning', complete: 'positive' };

export function StatusBadge({ status }: { status: ProjectStatus }) {
  return <Badge tone={TONES[status]}>{PROJECT_STATUS_LABELS[status]}</Badge>;
}

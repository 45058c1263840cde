import styled from '@emotion/styled';
import { referencesOf, SHEET_IMAGES, sheetProblem } from '@storyreel/contracts';
import type { CastMember, DrawSheetRequest, Project } from '@storyreel/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LayoutPanelLeft } from 'lucide-react';
import { apiRequest, hasStatus } from '../../platform/http/api-client';
import { reasonOf, requireSaved } from '../../platform/http/failures';
import { idempotencyKeys } from '../../platform/http/idempotency-keys';
import { useSocketConnected } from '../../platform/realtime/socket-status';
import { Stack, tellError, toast, tokens, useCommand } from '../../ui';
import { useImageModel } from '../pictures/images/useImageGeneration';
import { projectAnswer, setProjectInCache, wholeProject } from '../projects/api';
import { flushProject } from '../projects/useProjectAutosave';
import { CostButton } from '../zaps/PaidButton';
import { refreshBalance } from '../zaps/api';

const POLL_MS = 3_000;

const Hint = styled.p`
  color: ${tokens.text2};
  font-size: ${tokens.caption};
`;

/** Requests a sheet of images of a member. Errors are shown. */
export const useDrawSheet = (projectId: string) =>
  useCommand({
    run: async (asked: Omit<DrawSheetRequest, 'idempotencyKey'>) => {
      requireSaved(await flushProject(projectId));
      return idempotencyKeys.once(`cast-sheet/${projectId}`, asked, (idempotencyKey) =>
        apiRequest<Project>(
          'POST',
          `/api/projects/${projectId}/cast/sheet`,
          { ...asked, idempotencyKey },
          { schema: projectAnswer },
        ),
      );
    },
    onDone: setProjectInCache,
    failure: (error) => {
      // Not an error: another window, or a click whose response was lost, has already started the sheet.
      if (hasStatus(error, 409)) toast({ title: 'No new sheet was started', description: reasonOf(error) });
      else tellError("Couldn't draw the sheet", error);
    },
    refresh: refreshBalance,
  });

interface DrawSheetProps {
  project: Project;
  member: CastMember;
  /** True while the dialog has unsaved words, which a sheet would not take into account. */
  isUnsaved: boolean;
}

/** Requests images of a member from the front, from the side and as a close-up. */
export function DrawSheet({ project, member, isUnsaved }: DrawSheetProps) {
  const queryClient = useQueryClient();
  const isPushed = useSocketConnected();
  const { model, isPending } = useImageModel(project.id);
  const draw = useDrawSheet(project.id);
  const { id: memberId, pictures, sheet } = member;
  const isDrawing = draw.isPending || sheet?.error === null;
  useQuery({
    ...wholeProject(queryClient, project.id),
    enabled: sheet?.error === null && !isPushed,
    refetchInterval: POLL_MS,
  });
  const isLeadSent = pictures.length > 0 && (referencesOf(model)?.most ?? 0) > 0;
  const reason = isUnsaved ? 'Save your changes first.' : sheetProblem(member);
  const usage = { images: SHEET_IMAGES, references: isLeadSent ? 1 : 0 };
  return (
    <Stack gap={2}>
      <div>
        <CostButton
          cost={isPending ? null : { provider: 'replicate', model, operation: 'generate_image', usage }}
          onAction={() => draw.mutateAsync({ memberId, model }).then(undefined, () => undefined)}
          executing={isDrawing}
          loadingText="Drawing..."
          disabled={reason !== null}
          disabledReason={reason ?? undefined}
          icon={<LayoutPanelLeft size={16} aria-hidden />}
        >
          Draw a Sheet
        </CostButton>
      </div>
      <Hint role="status">
        {sheet?.error
          ? `The last sheet failed: ${sheet.error}`
          : isLeadSent
            ? 'Three images based on the first one: from the front, from the side, and a close-up.'
            : 'Three images based on the description: from the front, from the side, and a close-up.'}
      </Hint>
    </Stack>
  );
}

import styled from '@emotion/styled';
import type { DataArchive } from '@storyreel/contracts';
import { Download, FileArchive } from 'lucide-react';
import {
  Button,
  ButtonAnchor,
  Moment,
  Progress,
  Skeleton,
  space,
  Stack,
  TitledCard,
  tokens,
  Unreadable,
} from '../../ui';
import { useOwnArchive, usePrepareArchive } from './archive-api';

const Note = styled.p`
  color: ${tokens.text2};
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;

const MEGABYTE = 1_048_576;
const GIGABYTE = 1_024 * MEGABYTE;
const sizeOf = (bytes: number): string =>
  bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : `${Math.max(0.1, bytes / MEGABYTE).toFixed(1)} MB`;

const ABOUT =
  'Everything you have here in one ZIP: projects with their texts, images, clips and films, your cast, posts, chats and ' +
  'zaps, as files for reading and as JSON. It is free.';

/** Offers all data of the account for download, as one archive. */
export function DataCard() {
  const { data, isError, refetch } = useOwnArchive();
  return (
    <TitledCard title="My Data">
      <Stack gap={4}>
        {isError && !data ? (
          <Unreadable what="the state of your data" retry={refetch} />
        ) : data ? (
          <State archive={data.archive} />
        ) : (
          <Skeleton height="112px" />
        )}
      </Stack>
    </TitledCard>
  );
}

function State({ archive }: { archive: DataArchive | null }) {
  const prepare = usePrepareArchive();
  const isPreparing = prepare.isPending || archive?.state === 'preparing';
  return (
    <>
      <Stack gap={3} aria-live="polite">
        <Note>{ABOUT}</Note>
        {archive?.state === 'preparing' && (
          <>
            <Note>Your data is being prepared. You can keep working, or leave.</Note>
            <Progress label="Preparing your data" value={archive.percent / 100} />
          </>
        )}
        {archive?.state === 'failed' && <Note role="alert">Your data couldn't be prepared. Please try again.</Note>}
        {archive?.file && (
          <Note>
            {`${archive.file.files.toLocaleString()} files, ${sizeOf(archive.file.bytes)}, as of `}
            <Moment at={archive.requestedAt} />. It can be downloaded until <Moment at={archive.file.until} />.
            {archive.file.leftOut > 0 && ` ${archive.file.leftOut} files couldn't be read: LEFT_OUT.txt names them.`}
          </Note>
        )}
      </Stack>
      <Actions>
        {archive?.file && (
          <ButtonAnchor href={archive.file.url} download data-variant="primary">
            <Download size={16} aria-hidden />
            Download
          </ButtonAnchor>
        )}
        <Button icon={<FileArchive size={16} aria-hidden />} loading={isPreparing} onClick={() => prepare.mutate()}>
          {archive?.file ? 'Prepare Again' : 'Download My Data'}
        </Button>
      </Actions>
    </>
  );
}

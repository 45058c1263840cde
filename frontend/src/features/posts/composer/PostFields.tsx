import styled from '@emotion/styled';
import { LIMITS, postLimits } from '@storyreel/contracts';
import type { SocialPlatform } from '@storyreel/contracts';
import { BookmarkPlus, Sparkles, Upload } from 'lucide-react';
import { useState } from 'react';
import {
  Button,
  characters,
  ChipInput,
  Field,
  Input,
  lengthNote,
  Row,
  space,
  Stack,
  Textarea,
  tokens,
} from '../../../ui';
import { CostButton } from '../../zaps/PaidButton';
import { POST_DESCRIPTION_COST } from '../../zaps/price';
import { addTags } from '../tags';
import { MediaField } from './MediaField';
import type { PostMedia } from './MediaField';
import { SaveTemplateDialog } from './Templates';
import type { ComposerLayout, PostDraft } from './composer-draft';
import { contentLength, hashtagProblem } from './post-rules';
import type { PostProblems } from './post-rules';

const TOO_LONG = 'Content exceeds character limit for selected platforms. Please shorten your message.';
const Counter = styled.span`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  &[data-exceeded='true'] {
    color: ${tokens.danger};
    font-weight: 600;
  }
`;

interface ContentFieldProps {
  content: string;
  onChange: (content: string) => void;
  platforms: readonly SocialPlatform[];
  problem: string | undefined;
}

/** Field for the post's text, whose length is counted against the strictest limit of the chosen platforms. */
function ContentField({ content, onChange, platforms, problem }: ContentFieldProps) {
  const { length, limit, isTooLong } = contentLength(content, platforms);
  const counter = (
    <Counter data-exceeded={isTooLong} title="Characters, and how many fit all selected platforms">
      {length}/{limit}
    </Counter>
  );
  return (
    <Field label="Content" aside={counter} error={isTooLong ? TOO_LONG : problem}>
      {(ids) => (
        <Textarea
          {...ids}
          rows={5}
          value={content}
          placeholder="What do you want to share?"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface TagFieldProps {
  label: string;
  noun: 'hashtag' | 'mention';
  prefix: '#' | '@';
  tags: readonly string[];
  draft: string;
  onChange: (tags: string[], draft: string) => void;
  hint?: string;
  problem: string | undefined;
}

/** Field for the post's hashtags or mentions. */
function TagField({ label, noun, prefix, tags, draft, onChange, hint, problem }: TagFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = () => {
    const added = addTags(tags, draft, noun);
    setRefusal(added.problem);
    onChange(added.tags, added.rest);
  };
  return (
    <ChipInput
      label={label}
      noun={noun}
      prefix={prefix}
      values={tags}
      draft={draft}
      placeholder={`Add a ${noun}`}
      hint={hint}
      error={refusal ?? problem}
      onDraftChange={(next) => {
        setRefusal(null);
        onChange([...tags], next);
      }}
      onAdd={add}
      onRemove={(gone) => {
        setRefusal(null);
        onChange(
          tags.filter((tag) => tag !== gone),
          draft,
        );
      }}
    />
  );
}

const WAIT = 'Files are still uploading. Wait for them to finish, or cancel them.';
const TITLE_LIMIT = characters(LIMITS.postTitle);

const Dropzone = styled.button`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  width: 100%;
  min-height: 56px;
  border: 1px dashed ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  color: ${tokens.text3};
  cursor: not-allowed;
`;

interface PostFieldsProps {
  /** With the compact layout, the form has no mentions, files or templates. */
  layout: ComposerLayout;
  draft: PostDraft;
  onChange: (change: Partial<PostDraft>) => void;
  problems: PostProblems;
  uploads: PostMedia;
  /** True if the post was submitted while uploads were in progress. */
  isWaiting: boolean;
  /** Generates the post's text from the title and the project. */
  onDescribe: () => Promise<void>;
}

/** Fields for the post's texts and media. */
export function PostFields({ layout, draft, onChange, problems, uploads, isWaiting, onDescribe }: PostFieldsProps) {
  const [isSaving, setSaving] = useState(false);
  const { platforms, hashtags } = draft;
  const { hashtags: most } = postLimits(platforms);
  const isFull = layout === 'full';
  return (
    <Stack gap={isFull ? 5 : 4}>
      <Field
        label="Post Title"
        {...(problems.title ? { error: problems.title } : lengthNote(draft.title, TITLE_LIMIT))}
      >
        {(ids) => <Input {...ids} value={draft.title} onChange={(event) => onChange({ title: event.target.value })} />}
      </Field>
      <Stack gap={2}>
        <ContentField
          content={draft.content}
          onChange={(content) => onChange({ content })}
          platforms={platforms}
          problem={problems.content}
        />
        <Row gap={2}>
          <CostButton
            cost={POST_DESCRIPTION_COST}
            onAction={onDescribe}
            loadingText="Creating..."
            icon={<Sparkles size={16} aria-hidden />}
          >
            Create Description
          </CostButton>
        </Row>
      </Stack>
      <TagField
        label="Hashtags"
        noun="hashtag"
        prefix="#"
        tags={hashtags}
        draft={draft.hashtagDraft}
        onChange={(tags, hashtagDraft) => onChange({ hashtags: tags, hashtagDraft })}
        hint={`${hashtags.length} of ${most} hashtags`}
        problem={hashtagProblem(draft) ?? problems.hashtags}
      />
      {isFull ? (
        <>
          <TagField
            label="Mentions"
            noun="mention"
            prefix="@"
            tags={draft.mentions}
            draft={draft.mentionDraft}
            onChange={(mentions, mentionDraft) => onChange({ mentions, mentionDraft })}
            problem={problems.mentions}
          />
          <MediaField
            media={draft.media}
            imageFit={draft.imageFit}
            onFit={(imageFit) => onChange({ imageFit })}
            onRemove={(gone) => onChange({ media: draft.media.filter((file) => file !== gone) })}
            uploads={uploads}
            platforms={platforms}
            problem={isWaiting ? WAIT : undefined}
          />
          <div>
            <Button
              size="small"
              icon={<BookmarkPlus size={16} aria-hidden />}
              disabled={draft.content.trim() === ''}
              onClick={() => setSaving(true)}
            >
              Save This Post as a Template
            </Button>
          </div>
        </>
      ) : (
        <Dropzone type="button" disabled>
          <Upload size={16} aria-hidden />
          Media upload is in the full composer
        </Dropzone>
      )}
      {isSaving && <SaveTemplateDialog draft={draft} onClose={() => setSaving(false)} />}
    </Stack>
  );
}

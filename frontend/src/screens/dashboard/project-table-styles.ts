import styled from '@emotion/styled';
import { mobile, space, tokens } from '../../ui';

export const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  & th {
    height: 40px;
    padding: 0 ${space(2)};
    border-bottom: 1px solid ${tokens.line};
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 550;
    text-align: left;
    white-space: nowrap;
  }
  & th.title,
  & th.description {
    padding-left: ${space(3.5)};
  }
  & .handle {
    width: 44px;
  }
  & .title {
    width: 28%;
  }
  & .scenes {
    width: 92px;
    font-variant-numeric: tabular-nums;
  }
  & .progression {
    width: 192px;
  }
  & .status {
    width: 124px;
  }
  & .actions {
    width: 72px;
  }
  ${mobile} {
    & .description,
    & .progression,
    & .scenes {
      display: none;
    }
    & .title {
      width: auto;
    }
    & th.title {
      padding-left: ${space(1.5)};
    }
    & .handle {
      width: 44px;
    }
    & .status {
      width: 96px;
    }
    & .actions {
      width: 52px;
    }
    & th.actions,
    & td.handle,
    & td.actions {
      padding-inline: ${space(1)};
    }
  }
`;
export const Row = styled.tr`
  position: relative;
  height: 44px;
  background: ${tokens.surface1};
  & > td {
    padding: ${space(1)} ${space(2)};
    border-bottom: 1px solid ${tokens.line};
    overflow: hidden;
  }
  & > .title,
  & > .description {
    --lines: 1;
    padding-left: ${space(3.5)};
  }
  & > .progression {
    padding-block: ${space(1.5)};
  }
  & > .progression > * {
    display: flex;
  }
  ${mobile} {
    & > .title {
      --lines: 2;
      padding-left: ${space(1.5)};
      /* The step that comes next is told whole, in two lines where it must be. */
      & a {
        white-space: normal;
      }
    }
  }
  @media (max-width: 359.98px) {
    & > .title a > svg {
      display: none;
    }
  }
  & > .title {
    font-weight: 550;
  }
  & > .description {
    color: ${tokens.text2};
  }
  &:hover {
    background: ${tokens.surface2};
  }
  &[data-dragging='true'] {
    z-index: 2;
    background: ${tokens.surface2};
    box-shadow: ${tokens.shadow};
  }
`;
export const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-height: 32px;
  margin-left: -${space(1.5)};
  padding: 0 ${space(1.5)};
  border: 0;
  border-radius: ${tokens.radiusSmall};
  background: none;
  font: inherit;
  cursor: pointer;
  &:hover {
    background: ${tokens.surface3};
    color: ${tokens.text1};
  }
`;
export const Scroller = styled.div`
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  & tbody tr:last-of-type > td {
    border-bottom: 0;
  }
`;

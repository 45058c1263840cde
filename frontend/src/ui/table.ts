import styled from '@emotion/styled';
import { mobile, space, tokens } from './tokens';

/**
 * The look of a table. Cells of the class amount hold figures; those of the class wide are left out on phones, those of the class
 * narrow everywhere else.
 */
export const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  & th {
    padding: ${space(2)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    color: ${tokens.text3};
    font-size: ${tokens.caption};
    font-weight: 550;
    text-align: left;
  }
  & td {
    padding: ${space(2.5)} ${space(3)};
    border-bottom: 1px solid ${tokens.line};
    overflow-wrap: break-word;
  }
  & tbody tr:last-of-type td {
    border-bottom: 0;
  }
  & .amount {
    text-align: right;
    white-space: nowrap;
    font-variant-numeric: tabular-nums;
  }
  & .gain {
    color: ${tokens.positive};
  }
  & .quiet {
    color: ${tokens.text2};
  }
  & tfoot td {
    border-top: 1px solid ${tokens.lineStrong};
    border-bottom: 0;
    font-weight: 600;
  }
  & small {
    display: block;
    color: ${tokens.text3};
    font-size: ${tokens.caption};
  }
  & .narrow {
    display: none;
  }
  & time {
    white-space: nowrap;
  }
  ${mobile} {
    & td {
      overflow-wrap: anywhere;
    }
    & time {
      white-space: normal;
    }
    & .wide {
      display: none;
    }
    & th.narrow,
    & td.narrow {
      display: table-cell;
    }
    & small.narrow {
      display: block;
    }
  }
`;
export const TableFrame = styled.div`
  overflow-x: auto;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
`;

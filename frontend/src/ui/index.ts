export { Badge, type Tone, Progress, StatusDot, type StatusColour } from './Status';
export { BarList, type BarItem, ColumnChart, type ChartColumn } from './Chart';
export {
  Button,
  ButtonAnchor,
  type ButtonProps,
  type ButtonVariant,
  IconButton,
  type IconButtonProps,
  Spinner,
  VisuallyHidden,
} from './Button';
export { Card, TitledCard, awaited, Figures, type Figure } from './Card';
export { Checkbox } from './Checkbox';
export { ChipInput } from './ChipInput';
export { ConfirmDialog, type ConfirmDialogProps, FINAL, RESTORABLE } from './ConfirmDialog';
export { CopyText, RefreshButton, TextButton } from './ActionButtons';
export { DataTable, type Column, Table } from './DataTable';
export { DatePicker } from './DatePicker';
export { Dialog, type DialogProps } from './Dialog';
export { DragHandle } from './Sorter';
export { EmptyState, Unreadable } from './EmptyState';
export { Field, Input, Label, Textarea } from './Field';
export { Fold } from './Fold';
export { FloatingContainer, Tooltip, TooltipProvider } from './Tooltip';
export { HoverCard } from './HoverCard';
export { type PagedList, ShowMore, ListState } from './ListState';
export { InlineEdit, type InlineEditProps } from './InlineEdit';
export { characters, fitsLimit, lengthNote, type TextLimit, LengthNote } from './LengthNote';
export { Columns, covering, Row, Stack } from './layout';
export {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuSub,
  MenuSubContent,
  MenuSubTrigger,
  MenuTrigger,
} from './Menu';
export { Moment } from './Moment';
export { Select, type SelectOption } from './Select';
export { Skeleton } from './Skeleton';
export { Slider } from './NumberInput';
export { Switch } from './Switch';
export { Tabs, TabsContent, TabsList, TabsTrigger } from './Tabs';
export { Toaster } from './Toaster';
export { dismissToast, tellError, tellFailure, tellRestored, toast, type ToastOptions } from './toast-store';
export { ToggleGroup } from './ToggleGroup';
export { globalStyles, mobile, MOBILE, space, tokens, touch } from './theme';
export { useCommand } from './useCommand';

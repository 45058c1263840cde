export { Badge, type Tone } from './Badge';
export { BarList, type BarItem } from './BarList';
export { Button, ButtonAnchor, type ButtonProps, type ButtonVariant } from './Button';
export { Card, TitledCard } from './Card';
export { Checkbox } from './Checkbox';
export { ChipInput } from './ChipInput';
export { ColumnChart, type ChartColumn } from './ColumnChart';
export { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog';
export { CopyText } from './CopyText';
export { DataTable, type Column } from './DataTable';
export { DatePicker } from './DatePicker';
export { Dialog, type DialogProps } from './Dialog';
export { DragHandle } from './DragHandle';
export { EmptyState } from './EmptyState';
export { Field } from './Field';
export { awaited, Figures, type Figure } from './Figures';
export { FloatingContainer } from './floating';
export { HoverCard } from './HoverCard';
export { IconButton, type IconButtonProps } from './IconButton';
export { FINAL, RESTORABLE } from './delete-words';
export { RefreshButton } from './RefreshButton';
export { type PagedList, ShowMore } from './ShowMore';
export { InlineEdit, type InlineEditProps } from './InlineEdit';
export { Input, Label, Textarea } from './Input';
export { characters, fitsLimit, lengthNote, type TextLimit } from './length-note';
export { Columns, covering, Row, Stack } from './layout';
export { LengthNote } from './LengthNote';
export { ListState } from './ListState';
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
export { Progress } from './Progress';
export { Select, type SelectOption } from './Select';
export { Skeleton } from './Skeleton';
export { Slider } from './Slider';
export { Spinner } from './Spinner';
export { StatusDot, type StatusColour } from './StatusDot';
export { Switch } from './Switch';
export { Table } from './table';
export { Tabs, TabsContent, TabsList, TabsTrigger } from './Tabs';
export { TextButton } from './TextButton';
export { Toaster } from './Toaster';
export { dismissToast, tellError, tellFailure, tellRestored, toast, type ToastOptions } from './toast-store';
export { ToggleGroup } from './ToggleGroup';
export { Tooltip, TooltipProvider } from './Tooltip';
export { Unreadable } from './Unreadable';
export { VisuallyHidden } from './VisuallyHidden';
export { globalStyles, mobile, MOBILE, space, tokens, touch } from './theme';

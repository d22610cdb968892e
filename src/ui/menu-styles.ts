// Mantine's style sheets for a menu, each after those it builds on.
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';

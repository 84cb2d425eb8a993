-- Whether e-mails to customers have their document as a file, beside the link.
insert into private.setting_rules (key, group_name, rule, is_public, default_value) values
  ('messages.attach_document', 'messages', '{"type": "boolean"}', false, 'false');
